'use client'
import { type ComponentPropsWithoutRef, useRef } from 'react'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { joinStops, listen } from '../../state/model/listen.ts'
import { focusable } from './focus.ts'
import { placePanel } from './placePanel.ts'
import { showInTopLayer } from './showInTopLayer.ts'
import { useEscape } from './useEscape.ts'

export interface PopupProps extends ComponentPropsWithoutRef<'div'> {
  /** The button that opened it. */
  anchor: HTMLElement
  /** Called when the user closes it. `isElsewhere`: by pressing or focusing something else, which keeps the focus. */
  onClose: (isElsewhere?: boolean) => void
}

/** A box in the top layer, beside its button. Its first control takes the focus. Escape closes it alone. */
export const Popup = ({ anchor, onClose, onKeyDown, ...rest }: PopupProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useLatest(onClose)
  const closeOnEscape = useEscape(ref, onClose)
  useBrowserLayoutEffect(() => {
    const popup = ref.current
    if (!popup) return undefined
    const stopShowing = showInTopLayer(popup)
    const unplace = placePanel(popup, anchor, 'bottom-end')
    // Not by React: a list has one menu for all its rows, of which none renders again.
    if (anchor.hasAttribute('aria-haspopup')) anchor.setAttribute('aria-expanded', 'true')
    popup.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true })
    const onEvent = (event: Event) => {
      const path = event.composedPath()
      if (!path.includes(popup) && !path.includes(anchor)) latest.current(true)
    }
    return joinStops(
      unplace,
      () => stopShowing?.(),
      () => anchor.removeAttribute('aria-expanded'),
      listen(popup.ownerDocument, 'pointerdown focusin', onEvent, true),
      // Otherwise a finger that scrolls here would drag the panel, or pull the list.
      listen(popup, 'touchstart', (event: Event) => event.stopPropagation(), { passive: true }),
    )
  }, [anchor, latest])
  return (
    <div
      {...rest}
      ref={ref}
      className="tidings-menu"
      onKeyDown={(event) => {
        onKeyDown?.(event)
        closeOnEscape(event)
      }}
    />
  )
}
