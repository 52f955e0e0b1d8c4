import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { joinStops, listen } from '../../state/model/listen.ts'
import { activeElementNear, isElement, isShadowRoot } from '../base/focus.ts'
import { isKeyPress } from '../base/isKeyPress.ts'

/** Why a panel calls `onClose`. */
export type PanelCloseReason =
  /** Escape was pressed in the panel, on its anchor, or while nothing had the focus. */
  | 'escape'
  /** A pointer was pressed outside the panel. */
  | 'pointer'
  /** The focus moved outside the panel, as by Tab or into an iframe. The panel could cover the focused element. */
  | 'focus'
  /** On a phone, the user pressed Back, in a browser with `CloseWatcher`. */
  | 'back'
  /** On a phone, the user dragged the panel down by its header. */
  | 'drag'

/** Where an event happened, relative to a panel. */
type Place = 'inside' | 'outside' | 'unknown'

/**
 * The document, and each shadow root between it and the panel: outside a closed root, its events only show its host.
 */
const treesAround = (panel: Node): Node[] => {
  const trees: Node[] = []
  for (let tree: Node | undefined = panel.getRootNode(); tree;) {
    trees.push(tree)
    tree = isShadowRoot(tree) ? tree.host.getRootNode() : undefined
  }
  return trees
}

/** A node, and the host of each shadow root around it. */
const hostsOf = (node: Node): Node[] => [
  node,
  ...treesAround(node).flatMap((tree) => (isShadowRoot(tree) ? tree.host : [])),
]

const placeOf = (event: Event, panel: Node, anchor: Node | null): Place => {
  const path = event.composedPath()
  if (path.includes(panel) || (anchor && path.includes(anchor))) return 'inside'
  return hostsOf(panel).some((host) => host === path[0]) ? 'unknown' : 'outside'
}

/** Whether an element contains another. */
const isAround = (target: EventTarget | undefined, inner: Node): boolean =>
  isElement(target) && hostsOf(inner).some((host) => target.contains(host))

/**
 * Calls `onDismiss` when the user presses, focuses or presses Escape outside a panel. Events inside the panel or on
 * its anchor are left to them.
 *
 * @returns a function that marks an event as inside. Call it for events in the panel's React handlers, which run before
 * the listeners here: a menu that a row renders through a portal is outside the panel in the DOM, but inside it for
 * React.
 */
export const useDismiss = (
  panelRef: RefObject<HTMLElement | null>,
  anchorRef: { readonly current: HTMLElement | null },
  onDismiss: (reason: PanelCloseReason) => void,
): ((event: Event) => void) => {
  const latest = useLatest(onDismiss)
  const inside = useRef<Event>(undefined)
  useEffect(() => {
    const panel = panelRef.current
    if (!panel) return undefined
    const { ownerDocument } = panel
    const { defaultView } = ownerDocument
    const first = anchorRef.current

    const isOutside = (event: Event) =>
      // React detaches the ref before the panel returns the focus to its anchor, in StrictMode with a panel that is
      // open at first.
      event !== inside.current && placeOf(event, panel, anchorRef.current ?? first) === 'outside'
    const onPointerDown = (event: Event) => {
      if (isOutside(event)) latest.current('pointer')
    }
    const onFocusIn = (event: Event) => {
      // The focus trap of a dialog focuses the dialog around the panel when the focused element was removed.
      if (isOutside(event) && !isAround(event.composedPath()[0], panel)) latest.current('focus')
    }
    const onKeyDown = (event: Event) => {
      if (!isKeyPress(event) || event.key !== 'Escape' || event.defaultPrevented) return
      const path = event.composedPath()
      const [target] = path
      const place = placeOf(event, panel, anchorRef.current)
      if (path.includes(panel) || place === 'unknown') return
      // Beside the panel, this is the innermost level: a dialog around the bell must not get the key first. Without a
      // focus, another layer of the app may be above the panel.
      const isLost = isAround(target, ownerDocument.body)
      if (isLost && event.eventPhase === Event.CAPTURING_PHASE) return
      if (place === 'outside' && !isAround(target, panel)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current('escape')
    }
    const leaveFor = (element: Element | null) => {
      if (element && !isAround(element, panel) && !panel.contains(element)) latest.current('focus')
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // An iframe has the focus, and shows no events. Without the focus of the document, it is another window. Firefox
    // moves the focus after the event.
    const onBlur = () => {
      timer = setTimeout(() => {
        if (ownerDocument.hasFocus()) leaveFor(activeElementNear(panel) ?? ownerDocument.activeElement)
      })
    }
    // A video, for example, that fills the screen: the panel's anchor is behind it.
    const onFullscreen = () => leaveFor(ownerDocument.fullscreenElement)

    return joinStops(
      ...treesAround(panel).flatMap((tree) => [
        listen(tree, 'pointerdown', onPointerDown),
        listen(tree, 'focusin', onFocusIn),
      ]),
      listen(defaultView, 'keydown', onKeyDown, true),
      listen(ownerDocument, 'keydown', onKeyDown),
      listen(defaultView, 'blur', onBlur),
      listen(ownerDocument, 'fullscreenchange', onFullscreen),
      () => clearTimeout(timer),
    )
  }, [panelRef, anchorRef, latest])
  return useCallback((event: Event) => {
    inside.current = event
  }, [])
}
