import { listen } from '../../state/model/listen.ts'

/** The parent of an element in the rendered tree. That of the outermost element in a shadow root is its host. */
const parentOf = (element: Element): Element | null => {
  if (element.assignedSlot) return element.assignedSlot
  if (element.parentElement) return element.parentElement
  const root = element.getRootNode()
  return 'host' in root ? (root as ShadowRoot).host : null
}

const documentScroller = ({ ownerDocument }: Element): Element =>
  ownerDocument.scrollingElement ?? ownerDocument.documentElement

const isDocumentScroller = (element: Element) => element === documentScroller(element)

const windowHeight = (element: Element) => element.ownerDocument.defaultView?.innerHeight ?? 0

/**
 * An element with nothing to scroll that is taller than the window has no limited height, whatever its `overflow`: the
 * browser page around it scrolls.
 */
const scrolls = (element: Element) =>
  /auto|scroll/.test(getComputedStyle(element).overflowY) &&
  (element.scrollHeight > element.clientHeight || element.clientHeight <= windowHeight(element))

/** The element that scrolls the content of an element: itself, an ancestor, or the browser page's scrolling element. */
export const scrollerOf = (element: Element): Element => {
  const page = documentScroller(element)
  for (let around: Element | null = element; around && around !== page; around = parentOf(around))
    if (scrolls(around)) return around
  return page
}

/** Where an element starts in a scroller's content, in pixels from the top. */
export const offsetIn = (scroller: Element, element: Element): number => {
  const { top } = element.getBoundingClientRect()
  if (isDocumentScroller(scroller)) return top + scroller.scrollTop
  const view = scroller.getBoundingClientRect()
  // The app may scale the inbox, by `zoom` or `transform`.
  const scale = view.height / (scroller as HTMLElement).offsetHeight || 1
  return (top - view.top) / scale - scroller.clientTop + scroller.scrollTop
}

/**
 * Scrolls without animation, whatever the `scroll-behavior`: during one, rows are not where the list assumes them to
 * be.
 */
export const scrollNow = (scroller: Element, top: number): void =>
  // Not in jsdom.
  scroller.scrollTo?.({ top, behavior: 'instant' })

/** Scrolls the scroller of an element to where the element starts. Scrollers further out stay. */
export const scrollToTop = (element: Element): void => {
  const scroller = scrollerOf(element)
  scrollNow(scroller, offsetIn(scroller, element))
}

/**
 * Height of a scroller's view, in pixels. It is capped at two windows: an element without a limited height looks like a
 * scroller at first, and would have every row rendered.
 */
export const viewHeightOf = (scroller: Element): number => Math.min(scroller.clientHeight, 2 * windowHeight(scroller))

export const onScrollOf = (scroller: Element, listener: () => void): (() => void) => {
  // Scroll events of the browser page go to its document, not to its scrolling element.
  const source = isDocumentScroller(scroller) ? scroller.ownerDocument : scroller
  return listen(source, 'scroll', listener, { passive: true })
}
