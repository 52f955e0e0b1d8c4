'use client'
import { type RefObject, useRef } from 'react'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { listen } from '../../state/model/listen.ts'
import { CrossIcon } from '../base/icons.tsx'
import { useAnnouncement } from '../feedback/Announcer.tsx'
import { type OnDemand, useNeeded } from '../feedback/onDemand.ts'
import { skeletonRows } from '../feedback/skeletonRows.tsx'
import { useBellLabels } from '../language/LanguageProvider.tsx'
import { showInTopLayer } from './showInTopLayer.ts'

interface WaitingPanelProps {
  /** The code of the panel. It is loaded if it is not loading yet. */
  code: OnDemand<unknown>
  id: string
  anchor: RefObject<HTMLElement | null>
  layout: 'popover' | 'drawer'
  onClose: () => void
}

/**
 * Places the panel about where `placePanel` will, whose code is not loaded yet: 8 pixels from the bell and the edges of
 * the window. It follows no scrolling.
 */
const placeOnce = (panel: HTMLElement, bell: HTMLElement) => {
  const { top, right, bottom } = bell.getBoundingClientRect()
  const left = `max(8px, ${right - panel.offsetWidth}px)`
  const { clientHeight } = panel.ownerDocument.documentElement
  const below = clientHeight - bottom
  panel.style.setProperty(
    '--_tidings-panel-inset',
    below < top ? `auto auto ${clientHeight - top + 8}px ${left}` : `${bottom + 8}px auto auto ${left}`,
  )
  panel.style.setProperty('--_tidings-panel-room', `${Math.max(top, below) - 16}px`)
}

/**
 * What the bell opens until the code of the panel is loaded: a skeleton, or an error with "Try again". It is as small
 * as it can be, because every browser page with a bell loads it, and readers rarely see it.
 */
export const WaitingPanel = ({ code, id, anchor, layout, onClose }: WaitingPanelProps) => {
  const labels = useBellLabels()
  const ref = useRef<HTMLDivElement>(null)
  const hasFailed = useNeeded(code).status === 'failed'
  const close = useLatest(onClose)

  useAnnouncement(hasFailed && labels.feedFailed)

  useBrowserLayoutEffect(() => {
    const panel = ref.current
    const bell = anchor.current
    if (!panel) return undefined
    showInTopLayer(panel)
    if (bell && layout === 'popover') placeOnce(panel, bell)
    panel.focus({ preventScroll: true })

    const dismiss = (event: Event) => {
      const isOutside = !event.composedPath().some((node) => node === panel || node === bell)
      if ('key' in event ? event.key === 'Escape' : isOutside) close.current()
    }
    const stop = listen(panel.ownerDocument, 'pointerdown focusin keydown', dismiss)
    return () => {
      stop()
      if (panel.matches(':focus-within')) bell?.focus({ preventScroll: true })
    }
  }, [anchor, layout, close])

  return (
    <div
      ref={ref}
      id={id}
      role="dialog"
      tabIndex={-1}
      aria-label={labels.notifications}
      aria-busy={!hasFailed}
      className="tidings-panel"
      data-layout={layout}
    >
      <div className="tidings-header">
        <h2 className="tidings-title">{labels.notifications}</h2>
        <button type="button" className="tidings-icon-button tidings-close" aria-label={labels.close} onClick={onClose}>
          <CrossIcon />
        </button>
      </div>
      {hasFailed ? (
        <div className="tidings-error">
          <p className="tidings-error-message">{labels.feedFailed}</p>
          <button
            type="button"
            className="tidings-button"
            onClick={() => {
              // The button goes away.
              ref.current?.focus()
              code.load()
            }}
          >
            {labels.tryAgain}
          </button>
        </div>
      ) : (
        <div className="tidings-skeleton" aria-hidden="true">
          {skeletonRows(6)}
        </div>
      )}
    </div>
  )
}
