'use client'
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type KeyboardEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { activeElementNear, isElsewhere, tabStopAround } from '../base/focus.ts'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { createNewIdsMemory, NewIdsProvider } from '../feed/useNewIds.ts'
import { useLabels } from '../language/LanguageProvider.tsx'
import { placePanel } from './placePanel.ts'
import { type PanelCloseReason, useDismiss } from './useDismiss.ts'

/** Where layouts.css has a panel fill the screen. */
const query = '(width < 480px)'

/** Not in jsdom. */
const media = () => (typeof matchMedia === 'function' ? matchMedia(query) : undefined)

const subscribe = (listener: () => void) => {
  const list = media()
  list?.addEventListener('change', listener)
  return () => list?.removeEventListener('change', listener)
}

/** Does a panel fill the screen, as on a phone? */
const useIsSheet = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => media()?.matches ?? false,
    () => false,
  )

/** What a Panel says by its `data-*`, and to `render`. */
export type PanelState = {
  /** Where it opens. */
  layout: 'popover' | 'drawer'
}

export interface PanelProps extends ComponentPropsWithoutRef<'div'>, Replaceable<PanelState> {
  /** A closed panel is not in the page. */
  open: boolean
  /** The panel wants to be closed: set `open` to false, or ignore it. */
  onClose: (reason: PanelCloseReason) => void
  /** The element that the panel opens from, and to which the focus returns: the bell. */
  anchor: { readonly current: HTMLElement | null }
  /** Beside the anchor, or along the end of the window. Default "popover". */
  layout?: 'popover' | 'drawer' | undefined
}

/**
 * Lifts an element above everything else in the page, where the browser knows how. Elsewhere (jsdom, in the tests of
 * customers) the attribute alone would hide it for good.
 */
const showInTopLayer = (panel: HTMLElement) => {
  if (!('showPopover' in panel)) return
  panel.popover = 'manual'
  if (!panel.matches(':popover-open')) panel.showPopover()
}

const OpenPanel = forwardRef<HTMLDivElement, Omit<PanelProps, 'open'>>(function OpenPanel(
  {
    onClose,
    anchor,
    layout = 'popover',
    render,
    className,
    onKeyDown,
    onPointerDownCapture,
    onFocusCapture,
    children,
    ...rest
  },
  forwardedRef,
) {
  const labels = useLabels()
  const isSheet = useIsSheet()
  const [newIds] = useState(createNewIdsMemory)
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)

  useBrowserLayoutEffect(() => {
    const panel = ref.current
    if (!panel) return undefined
    const bell = anchor.current
    showInTopLayer(panel)
    const unplace = bell && layout === 'popover' ? placePanel(panel, bell) : undefined
    if (!panel.contains(activeElementNear(panel))) panel.focus({ preventScroll: true })
    return () => {
      unplace?.()
      if (panel.contains(activeElementNear(panel))) bell?.focus({ preventScroll: true })
    }
  }, [anchor, layout])

  const keep = useDismiss(ref, anchor, onClose)

  /** Nobody sees what lies behind a sheet: Tab goes round in it. */
  const keepFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!isSheet || event.key !== 'Tab' || event.defaultPrevented) return
    const next = tabStopAround(event.currentTarget, event.target, event.shiftKey)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    onKeyDown?.(event)
    keepFocus(event)
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (isElsewhere(event.target, event.currentTarget)) return
    // The innermost thing takes the key: neither a dialog of the host around us, nor the browser, hears of it.
    event.preventDefault()
    event.stopPropagation()
    onClose('escape')
  }

  const state = { layout }
  return renderPart(
    <div
      aria-label={labels.notifications}
      aria-modal={isSheet || undefined}
      {...rest}
      {...stateAttributes(state)}
      ref={forkedRef}
      role="dialog"
      tabIndex={-1}
      className={classNames('tidings-panel', className)}
      onKeyDown={onKey}
      onPointerDownCapture={(event) => {
        keep(event.nativeEvent)
        onPointerDownCapture?.(event)
      }}
      onFocusCapture={(event) => {
        keep(event.nativeEvent)
        onFocusCapture?.(event)
      }}
    >
      <NewIdsProvider value={newIds}>{children}</NewIdsProvider>
    </div>,
    render,
    state,
  )
})

/**
 * A non-modal dialog in the top layer, beside its anchor or as a drawer; on a phone a modal one, a sheet that fills the
 * screen. The focus goes in when it opens, and back to the anchor when it closes while it holds the focus. State: `data-layout`, and
 * `data-placed` by whom it is placed, "anchor" (the browser) or "script".
 */
export const Panel = forwardRef<HTMLDivElement, PanelProps>(function Panel({ open, ...rest }, ref) {
  return open ? <OpenPanel {...rest} ref={ref} /> : null
})
