import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { joinStops, listen } from '../../state/model/listen.ts'
import { isShadowRoot } from '../base/focus.ts'
import { isKeyPress } from '../base/isKeyPress.ts'

/** Why a panel calls `onClose`. */
export type PanelCloseReason =
  /** Escape was pressed in the panel, on its anchor, or while nothing had the focus. */
  | 'escape'
  /** A pointer was pressed outside the panel. */
  | 'pointer'
  /** The focus moved outside the panel, as by Tab. The panel could cover the focused element. */
  | 'focus'
  /** On a phone, the reader pressed Back, in a browser with `CloseWatcher`. */
  | 'back'
  /** On a phone, the reader dragged the panel down by its header. */
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

const placeOf = (event: Event, panel: Node, anchor: Node | null): Place => {
  const path = event.composedPath()
  if (path.includes(panel) || (anchor && path.includes(anchor))) return 'inside'
  const isVague = treesAround(panel).some((tree) => isShadowRoot(tree) && tree.host === path[0])
  return isVague ? 'unknown' : 'outside'
}

/**
 * Calls `onDismiss` when the reader presses, focuses or presses Escape outside a panel. Events inside the panel or on
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
    const { body, documentElement } = panel.ownerDocument
    const first = anchorRef.current

    const isOutside = (event: Event) =>
      // React detaches the ref before the panel returns the focus to its anchor, in StrictMode with a panel that is
      // open at first.
      event !== inside.current && placeOf(event, panel, anchorRef.current ?? first) === 'outside'
    const onPointerDown = (event: Event) => {
      if (isOutside(event)) latest.current('pointer')
    }
    const onFocusIn = (event: Event) => {
      if (isOutside(event)) latest.current('focus')
    }
    const onKeyDown = (event: Event) => {
      if (!isKeyPress(event) || event.key !== 'Escape' || event.defaultPrevented) return
      const path = event.composedPath()
      if (path.includes(panel)) return
      const isOurs = path[0] === body || path[0] === documentElement || path.some((node) => node === anchorRef.current)
      if (!isOurs) return
      event.preventDefault()
      latest.current('escape')
    }

    const stops = treesAround(panel).flatMap((tree) => [
      listen(tree, 'pointerdown', onPointerDown),
      listen(tree, 'focusin', onFocusIn),
      listen(tree, 'keydown', onKeyDown),
    ])
    return joinStops(...stops)
  }, [panelRef, anchorRef, latest])
  return useCallback((event: Event) => {
    inside.current = event
  }, [])
}
