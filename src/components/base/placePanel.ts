import { listen } from '../../state/model/listen.ts'

/** Side of the anchor that a panel opens on, and the edge of the anchor that it is aligned with. */
export type Placement = `${'top' | 'bottom' | 'left' | 'right'}-${'start' | 'end'}`

/** Space between the panel and its anchor, and between the panel and the edges of the window, in pixels. */
const gap = 8

/** A panel opens in the direction of its placement if it can be this high there, in pixels. */
const enough = 400

let lastAnchor = 0

/** Links the panel to its anchor, so that the browser moves both in the same frame. */
const linkAnchor = (panel: HTMLElement, anchor: HTMLElement) => {
  const name = `--_tidings-anchor-${++lastAnchor}`
  const before = anchor.style.anchorName
  const { anchorName } = getComputedStyle(anchor)
  // The app may position something of its own at the same element.
  anchor.style.anchorName = anchorName.startsWith('--') ? `${anchorName},${name}` : name
  panel.style.positionAnchor = name
  return () => {
    anchor.style.anchorName = before
    panel.style.positionAnchor = ''
  }
}

const canAnchor = (panel: HTMLElement, anchor: HTMLElement) =>
  // jsdom has no CSS.supports.
  globalThis.CSS?.supports?.('left', 'anchor(left)') &&
  // Anchor names don't cross shadow roots.
  panel.getRootNode() === anchor.getRootNode()

/** The CSS `zoom` of an element and all around it, for browsers without `currentCSSZoom`. */
const zoomOf = (element: Element | null | undefined): number => {
  if (!element) return 1
  const around = element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host
  return (Number(getComputedStyle(element).zoom) || 1) * zoomOf(around)
}

/**
 * Places an open panel beside its anchor. It sets variables, and the style sheet decides whether they apply.
 *
 * CSS anchor positioning takes over after the first paint: it computes the layout of the panel several times, which
 * would delay the first rows. From then on the panel follows its anchor wherever it moves.
 * @param placement default: the side with more room, aligned with the end.
 * @returns a function that removes what it has set, for a panel that becomes a drawer.
 */
export const placePanel = (panel: HTMLElement, anchor: HTMLElement, placement?: Placement): (() => void) => {
  const [side, edge] = (placement ?? '-end').split('-')
  const { ownerDocument } = panel
  const view = ownerDocument.defaultView ?? window
  let unlink: (() => void) | undefined
  /** Sets where the panel is, and how high it may be. An empty text removes a variable. */
  const move = (inset: string, room: string) => {
    panel.style.setProperty('--_tidings-panel-inset', inset)
    panel.style.setProperty('--_tidings-panel-room', room)
  }
  const place = () => {
    const rect = anchor.getBoundingClientRect()
    // From here on in pixels of the panel, which CSS `zoom` on an element around it makes larger than the window's.
    const zoom = panel.currentCSSZoom || zoomOf(panel)
    // WebKit has no `currentCSSZoom`, and measures an element in its own pixels.
    const scale = (panel.currentCSSZoom ? 1 : zoomOf(anchor)) / zoom
    const bell = {
      left: rect.left * scale,
      right: rect.right * scale,
      top: rect.top * scale,
      bottom: rect.bottom * scale,
    }
    const [windowWidth, windowHeight] = [view.innerWidth / zoom, view.innerHeight / zoom]
    const width = panel.offsetWidth
    // The direction of the document, not of the panel: it decides on which side the app has its bell.
    const isRightToLeft = view.getComputedStyle(ownerDocument.documentElement).direction === 'rtl'
    const [starts, ends] = [bell.left, bell.right - width]
    const [aligned, flipped] = isRightToLeft === (edge === 'end') ? [starts, ends] : [ends, starts]
    const last = windowWidth - width - gap
    const fits = (left: number) => left >= gap && left <= last
    const [toLeft, toRight] = [starts - width - gap, bell.right + gap]
    const beside = side === 'left' ? [toLeft, toRight] : side === 'right' ? [toRight, toLeft] : []
    const left = beside.find(fits) ?? Math.max(gap, Math.min(fits(aligned) ? aligned : flipped, last))
    const isBeside = beside.some(fits)
    const offset = isBeside ? 0 : gap
    // Beside the anchor, the panel begins or ends at the same edge.
    const [up, down] = isBeside ? [bell.bottom, windowHeight - bell.top] : [bell.top, windowHeight - bell.bottom]
    const wanted = isBeside ? edge : side
    const isUp =
      wanted === 'top' || wanted === 'end'
        ? up >= enough || up > down
        : down < up && (placement === undefined || down < enough)
    const from = (anchored: string, inWindow: number, distance: number) =>
      unlink ? `calc(anchor(${anchored}) + ${distance}px)` : `${inWindow + distance}px`
    const block = isUp
      ? `auto auto ${from(isBeside ? 'bottom' : 'top', windowHeight - up, offset)}`
      : `${from(isBeside ? 'top' : 'bottom', windowHeight - down, offset)} auto auto`
    move(`${block} ${from('left', starts, left - starts)}`, `${(isUp ? up : down) - offset - gap}px`)
  }
  place()
  const stopResizing = listen(view, 'resize', place)
  const link = () => {
    unlink = linkAnchor(panel, anchor)
    place()
  }
  let frame = requestAnimationFrame(() => {
    if (canAnchor(panel, anchor)) frame = requestAnimationFrame(link)
  })
  // Any scroll container around the anchor may move it. Their scroll events don't bubble: capture them.
  const onScroll = (event: Event) => {
    if (!panel.contains(event.target as Node)) place()
  }
  const stopScrolling = listen(view, 'scroll', onScroll, true)
  // A change of the document's height, as by a banner at its top, moves the anchor without a resize or scroll event.
  const observer = globalThis.ResizeObserver && new ResizeObserver(place)
  observer?.observe(ownerDocument.body)
  observer?.observe(anchor)
  return () => {
    cancelAnimationFrame(frame)
    observer?.disconnect()
    stopResizing()
    stopScrolling()
    move('', '')
    unlink?.()
  }
}
