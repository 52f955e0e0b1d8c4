import {
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { classNames } from '../base/classNames.ts'
import { activeElementNear, tabStopAround } from '../base/focus.ts'
import { limitMotion } from '../base/limitMotion.ts'
import { type Placement, placePanel } from '../base/placePanel.ts'
import { showInTopLayer } from '../base/showInTopLayer.ts'
import { useDrag } from '../base/useDrag.ts'
import { useEscape } from '../base/useEscape.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { createNewIdsMemory, NewIdsContext } from '../feed/newIdsMemory.ts'
import { useBellLabels, useLanguageAttributes } from '../language/LanguageProvider.tsx'
import { useCloseRequest } from './useCloseRequest.ts'
import { type PanelCloseReason, useDismiss } from './useDismiss.ts'
import { useIsSheet } from './useIsSheet.ts'

export interface PanelElementProps extends ComponentPropsWithoutRef<'div'> {
  /** Called when the user closes the panel. Set `open` to false, or ignore the call. */
  onClose: (reason: PanelCloseReason) => void
  /** Ref of the element that the panel opens from and that gets the focus back: the bell. */
  anchor: RefObject<HTMLElement | null>
  /** Beside the anchor, or along the end of the window. Default "popover". */
  layout?: 'popover' | 'drawer' | undefined
  /**
   * Side of the anchor that a popover opens on, and the edge that it is aligned with: "bottom-end". The other side or
   * edge is used where the window has no room. Default: the side with more room, aligned with the end.
   */
  placement?: Placement | undefined
}

/** The element of an open Panel. `<Inbox>` renders it without `Panel`, as it does its bell: see useBellElement. */
export const usePanelElement = (
  {
    onClose,
    anchor,
    layout = 'popover',
    placement,
    className,
    onKeyDown,
    onPointerDownCapture,
    onFocusCapture,
    children,
    ...rest
  }: PanelElementProps,
  forwardedRef?: Ref<HTMLDivElement>,
): ReactElement => {
  const labels = useBellLabels()
  const language = useLanguageAttributes()
  const isSheet = useIsSheet()
  const [newIds] = useState(createNewIdsMemory)
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)

  useBrowserLayoutEffect(() => {
    const panel = ref.current
    if (!panel) return undefined
    const bell = anchor.current
    limitMotion(panel)
    const stopShowing = showInTopLayer(panel)
    const unplace = bell && layout === 'popover' ? placePanel(panel, bell, placement) : undefined
    // Orca reads the whole text of a dialog that gets the focus itself, and only the name of one around the focus.
    const start = panel.querySelector<HTMLElement>('.tidings-title') ?? panel
    if (!panel.contains(activeElementNear(panel))) start.focus({ preventScroll: true })
    return () => {
      stopShowing?.()
      unplace?.()
      if (panel.contains(activeElementNear(panel))) bell?.focus({ preventScroll: true })
    }
  }, [anchor, layout, placement])

  const markInside = useDismiss(ref, anchor, onClose)
  const closeOnEscape = useEscape(ref, () => onClose('escape'))
  useCloseRequest(true, () => onClose('back'))
  useDrag(ref, 'y', (target, distance) => {
    const isPull = isSheet && distance > 0 && target.closest('.tidings-header')
    return isPull && ref.current && [ref.current, () => onClose('drag')]
  })

  /** Makes Tab wrap around in a panel that fills the screen, since the user can't see the elements behind it. */
  const wrapFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!isSheet || event.key !== 'Tab' || event.defaultPrevented) return
    const next = tabStopAround(event.currentTarget, event.target, event.shiftKey)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    onKeyDown?.(event)
    wrapFocus(event)
    closeOnEscape(event)
  }

  return (
    <div
      aria-label={labels.notifications}
      aria-modal={isSheet || undefined}
      {...language}
      {...rest}
      data-layout={layout}
      ref={forkedRef}
      role="dialog"
      tabIndex={-1}
      className={classNames('tidings-panel', className)}
      onKeyDown={onKey}
      onPointerDownCapture={(event) => {
        markInside(event.nativeEvent)
        onPointerDownCapture?.(event)
      }}
      onFocusCapture={(event) => {
        markInside(event.nativeEvent)
        onFocusCapture?.(event)
      }}
    >
      <NewIdsContext.Provider value={newIds}>{children}</NewIdsContext.Provider>
    </div>
  )
}
