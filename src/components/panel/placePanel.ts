/** Space between the panel and its anchor, and between the panel and the edges of the window, in pixels. */
const gap = 8

let lastAnchor = 0

const canAnchor = (panel: HTMLElement, anchor: HTMLElement) =>
  typeof globalThis.CSS?.supports === 'function' &&
  CSS.supports('position-area', 'block-end') &&
  // Anchor names don't cross shadow roots.
  panel.getRootNode() === anchor.getRootNode()

/** Links the panel to its anchor by an anchor name. The style sheet does the rest. */
const placeByAnchor = (panel: HTMLElement, anchor: HTMLElement) => {
  const name = `--_tidings-anchor-${++lastAnchor}`
  anchor.style.setProperty('--_tidings-anchor', name)
  anchor.dataset.tidingsAnchor = ''
  panel.style.setProperty('--_tidings-anchor', name)
  return () => {
    panel.style.removeProperty('--_tidings-anchor')
    // Another panel may use the same anchor by now.
    if (anchor.style.getPropertyValue('--_tidings-anchor') !== name) return
    anchor.style.removeProperty('--_tidings-anchor')
    delete anchor.dataset.tidingsAnchor
  }
}

/** The measured values: the panel's position, and its maximum height. */
const sides = ['left', 'top', 'bottom', 'room'] as const
type Side = (typeof sides)[number]
const variable = (side: Side) => `--_tidings-panel-${side}`

/** Measures the anchor and passes pixels to the style sheet as variables, for browsers without anchor positioning. */
const placeByScript = (panel: HTMLElement, anchor: HTMLElement) => {
  const view = panel.ownerDocument.defaultView ?? window
  const place = () => {
    const bell = anchor.getBoundingClientRect()
    const below = view.innerHeight - bell.bottom
    const isBelow = below >= bell.top
    const width = panel.offsetWidth
    // The direction of the document, not of the panel: it decides on which side the app has its bell.
    const isRightToLeft = view.getComputedStyle(panel.ownerDocument.documentElement).direction === 'rtl'
    const aligned = isRightToLeft ? bell.left : bell.right - width
    const left = Math.max(gap, Math.min(aligned, view.innerWidth - width - gap))
    const set = (name: Side, value: number | undefined) =>
      panel.style.setProperty(variable(name), value === undefined ? 'auto' : `${Math.round(value)}px`)
    set('left', left)
    set('top', isBelow ? bell.bottom + gap : undefined)
    set('bottom', isBelow ? undefined : view.innerHeight - bell.top + gap)
    set('room', Math.max(below, bell.top) - 2 * gap)
  }
  place()
  view.addEventListener('resize', place)
  // Any scroll container around the anchor may move it. Their scroll events don't bubble: capture them.
  view.addEventListener('scroll', place, { capture: true, passive: true })
  // A change of the document's height, as by a banner at its top, moves the anchor without a resize or scroll event.
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
 * Places an open panel beside its anchor, by CSS anchor positioning, or by measuring in browsers without it. It sets
 * only variables and `data-placed`; the style sheet decides the position.
 * @returns a function that removes them, for a panel that becomes a drawer.
 */
export const placePanel = (panel: HTMLElement, anchor: HTMLElement): (() => void) => {
  const isAnchored = canAnchor(panel, anchor)
  // Before measuring, since the panel's width may depend on the attribute.
  panel.dataset.placed = isAnchored ? 'anchor' : 'script'
  const undo = isAnchored ? placeByAnchor(panel, anchor) : placeByScript(panel, anchor)
  return () => {
    undo()
    delete panel.dataset.placed
  }
}
