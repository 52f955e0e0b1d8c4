'use client'
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { Activity } from '../base/Activity.ts'
import { classNames } from '../base/classNames.ts'
import { activeElementNear, isElsewhere, tabStopAround } from '../base/focus.ts'
import { onEscape } from '../base/pressedKey.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useDrag } from '../base/useDrag.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { createNewIdsMemory, NewIdsContext } from '../feed/newIdsMemory.ts'
import { useLabels } from '../language/useLabels.ts'
import { type Placement, placePanel } from './placePanel.ts'
import { showInTopLayer } from './showInTopLayer.ts'
import { useCloseRequest } from './useCloseRequest.ts'
import { type PanelCloseReason, useDismiss } from './useDismiss.ts'
import { useIsSheet } from './useIsSheet.ts'

/** State of a Panel: its `data-*` attributes, and the second argument of `render`. */
export type PanelState = {
  /** Beside the anchor, or along the end of the window. */
  layout: 'popover' | 'drawer'
}

export interface PanelProps extends ComponentPropsWithoutRef<'div'>, Replaceable<PanelState> {
  /** Whether the panel is open. A closed panel is not in the DOM. */
  open: boolean
  /** Called when the reader closes the panel. Set `open` to false, or ignore the call. */
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

/** A panel that is open, or that usePrepared hides. */
export const OpenPanel = forwardRef<HTMLDivElement, Omit<PanelProps, 'open'>>(function OpenPanel(
  {
    onClose,
    anchor,
    layout = 'popover',
    placement,
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
  // Of one that waited for the code of this panel, which has entered already. Otherwise, the anchor changes with the
  // panel.
  const [entered] = useState(() => stateAttribute(anchor.current?.ariaExpanded === 'true'))

  useBrowserLayoutEffect(() => {
    const panel = ref.current
    if (!panel) return undefined
    const bell = anchor.current
    showInTopLayer(panel)
    const unplace = bell && layout === 'popover' ? placePanel(panel, bell, placement) : undefined
    // Orca reads the whole text of a dialog that gets the focus itself, and only the name of one around the focus.
    const start = panel.querySelector<HTMLElement>('.tidings-title') ?? panel
    if (!panel.contains(activeElementNear(panel))) start.focus({ preventScroll: true })
    return () => {
      unplace?.()
      if (panel.contains(activeElementNear(panel))) bell?.focus({ preventScroll: true })
    }
  }, [anchor, layout, placement])

  const markInside = useDismiss(ref, anchor, onClose)
  useCloseRequest(true, () => onClose('back'))
  useDrag(ref, 'y', (target, distance) => {
    const isPull = isSheet && distance > 0 && target.closest('.tidings-header')
    return isPull && ref.current && [ref.current, () => onClose('drag')]
  })

  /** Makes Tab wrap around in a panel that fills the screen, since the reader can't see the elements behind it. */
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
    if (!isElsewhere(event.target, event.currentTarget)) onEscape(event, () => onClose('escape'))
  }

  const state = { layout }
  return renderPart(
    <div
      aria-label={labels.notifications}
      aria-modal={isSheet || undefined}
      {...rest}
      {...stateAttributes(state)}
      data-entered={entered}
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
    </div>,
    render,
    state,
  )
})

/**
 * A non-modal dialog in the top layer, beside its anchor or as a drawer. On a phone it is modal and fills the screen.
 * When it opens, the focus moves to the title of its `PanelHeader`, or without one to the panel; when it closes, from
 * the panel to the anchor. State: `data-layout`.
 */
export const Panel = /* @__PURE__ */ forwardRef<HTMLDivElement, PanelProps>(function Panel({ open, ...rest }, ref) {
  return open ? <OpenPanel {...rest} ref={ref} /> : null
})

/**
 * Prepares a panel before it opens: renders it once, hidden, in React's idle time and without effects. It then opens
 * with a fraction of the work. Before React 19.2, the panel renders when it opens.
 */
export const usePrepared = (panel: ReactElement, open: boolean): ReactNode => {
  // The same element, so that a closed panel does not render again.
  const [hidden] = useState(panel)
  return Activity ? <Activity mode={open ? undefined : 'hidden'}>{open ? panel : hidden}</Activity> : open && panel
}
