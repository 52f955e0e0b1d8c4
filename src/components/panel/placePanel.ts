/** Space between the panel and its anchor, and between the panel and the edge of the screen, in pixels. */
const gap = 8

let lastAnchor = 0

const canAnchor = (panel: HTMLElement, anchor: HTMLElement) =>
  typeof globalThis.CSS?.supports === 'function' &&
  CSS.supports('position-area', 'block-end') &&
  // Names of anchors don't cross the border of a shadow root.
  panel.getRootNode() === anchor.getRootNode()

/** Ties the panel to its anchor by name; the style sheet does the rest. */
const placeByAnchor = (panel: HTMLElement, anchor: HTMLElement) => {
  const name = `--_tidings-anchor-${++lastAnchor}`
  anchor.style.setProperty('--_tidings-anchor', name)
  anchor.dataset.tidingsAnchor = ''
  panel.style.setProperty('--_tidings-anchor', name)
  return () => {
    panel.style.removeProperty('--_tidings-anchor')
    // A second panel may have taken the same anchor meanwhile.
    if (anchor.style.getPropertyValue('--_tidings-anchor') !== name) return
    anchor.style.removeProperty('--_tidings-anchor')
    delete anchor.dataset.tidingsAnchor
  }
}

/** What is measured: where the panel begins, and how high it may be. */
const sides = ['left', 'top', 'bottom', 'room'] as const
type Side = (typeof sides)[number]
const variable = (side: Side) => `--_tidings-panel-${side}`

/** Measures and hands the numbers to the style sheet, for browsers without anchor positioning. */
const placeByScript = (panel: HTMLElement, anchor: HTMLElement) => {
  const view = panel.ownerDocument.defaultView ?? window
  const place = () => {
    const bell = anchor.getBoundingClientRect()
    const below = view.innerHeight - bell.bottom
    const isBelow = below >= bell.top
    const width = panel.offsetWidth
    // The page's direction, not the panel's: the bell stands where the page has it, in whatever language the panel is.
    const isRightToLeft = view.getComputedStyle(panel.ownerDocument.documentElement).direction === 'rtl'
    const wanted = isRightToLeft ? bell.left : bell.right - width
    const left = Math.max(gap, Math.min(wanted, view.innerWidth - width - gap))
    const set = (name: Side, value: number | undefined) =>
      panel.style.setProperty(variable(name), value === undefined ? 'auto' : `${Math.round(value)}px`)
    set('left', left)
    set('top', isBelow ? bell.bottom + gap : undefined)
    set('bottom', isBelow ? undefined : view.innerHeight - bell.top + gap)
    set('room', Math.max(below, bell.top) - 2 * gap)
  }
  place()
  view.addEventListener('resize', place)
  // Any scroll container around the anchor may move it: their scroll events don't bubble.
  view.addEventListener('scroll', place, { capture: true, passive: true })
  // A page that grows or shrinks, as by a banner at its top, moves it without either.
  const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(place)
  observer?.observe(panel.ownerDocument.body)
  observer?.observe(anchor)
  return () => {
    observer?.disconnect()
    view.removeEventListener('resize', place)
    view.removeEventListener('scroll', place, { capture: true })
    for (const side of sides) panel.style.removeProperty(variable(side))
  }
}

/**
 * Places an open panel beside its anchor and keeps it there: by CSS anchor positioning, or by measuring where the
 * browser has none. Only variables and `data-placed` are set here; where the panel goes is said in styles.css.
 * @returns what undoes it: a panel that becomes a drawer stands where drawers do.
 */
export const placePanel = (panel: HTMLElement, anchor: HTMLElement): (() => void) => {
  const isAnchored = canAnchor(panel, anchor)
  // First: the width that is measured may depend on it.
  panel.dataset.placed = isAnchored ? 'anchor' : 'script'
  const undo = isAnchored ? placeByAnchor(panel, anchor) : placeByScript(panel, anchor)
  return () => {
    undo()
    delete panel.dataset.placed
  }
}
