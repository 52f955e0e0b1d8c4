import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { isShadowRoot } from '../base/focus.ts'
import { isKeyPress } from '../base/pressedKey.ts'

/** Why a panel wants to be closed. */
export type PanelCloseReason =
  /** Escape was pressed in the panel, on its anchor, or while nothing had the focus. */
  | 'escape'
  /** Something outside was pressed with a pointer. */
  | 'pointer'
  /** The focus went elsewhere, as by Tab. The panel would cover what has it now. */
  | 'focus'

/** Where an event happened, seen from a panel. */
type Place = 'inside' | 'outside' | 'unknown'

/** The document, and each shadow root between it and the panel: events inside a closed root are vague outside it. */
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
 * Tells when a panel should close because of something that happened outside it. What happens inside, or on its anchor,
 * is the panel's and the anchor's own business.
 *
 * @returns takes an event for one inside. A menu that a row draws through a portal lies elsewhere in the page, but its events
 * come through the panel's React handlers: before ours, which listen at the roots.
 */
export const useDismiss = (
  panelRef: RefObject<HTMLElement | null>,
  anchorRef: { readonly current: HTMLElement | null },
  onDismiss: (reason: PanelCloseReason) => void,
): ((event: Event) => void) => {
  const latest = useLatest(onDismiss)
  const kept = useRef<Event>(undefined)
  useEffect(() => {
    const panel = panelRef.current
    if (!panel) return undefined
    const { body, documentElement } = panel.ownerDocument

    const isOutside = (event: Event) => event !== kept.current && placeOf(event, panel, anchorRef.current) === 'outside'
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

    const trees = treesAround(panel)
    for (const tree of trees) {
      tree.addEventListener('pointerdown', onPointerDown)
      tree.addEventListener('focusin', onFocusIn)
      tree.addEventListener('keydown', onKeyDown)
    }
    return () => {
      for (const tree of trees) {
        tree.removeEventListener('pointerdown', onPointerDown)
        tree.removeEventListener('focusin', onFocusIn)
        tree.removeEventListener('keydown', onKeyDown)
      }
    }
  }, [panelRef, anchorRef, latest])
  return useCallback((event: Event) => {
    kept.current = event
  }, [])
}
