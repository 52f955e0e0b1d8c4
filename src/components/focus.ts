/** The document or shadow root that an element is in, or null when it is in none. */
export const treeOf = (element: Element): (Document | ShadowRoot) | null => {
  const root = element.getRootNode()
  // Not `instanceof`: an element in a frame belongs to the classes of that frame.
  return 'activeElement' in root ? (root as Document | ShadowRoot) : null
}

/** The element that has the focus, inside the tree that the given one is in. */
export const activeElementNear = (element: Element): Element | null => treeOf(element)?.activeElement ?? null

/** Has the focus fallen to nothing, as it does when the element that had it is taken out of the page? */
export const focusIsLost = ({ ownerDocument }: Element): boolean =>
  ownerDocument.activeElement === null || ownerDocument.activeElement === ownerDocument.body

const focusable = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  'summary',
  '[contenteditable="true"]',
  '[tabindex]',
].join()

const isReachable = (element: HTMLElement) =>
  element.tabIndex >= 0 && (!('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true }))

/**
 * The nearest element before or after the given one that Tab reaches, in the same document or shadow root.
 * @returns null when there is none.
 */
export const tabStopBeside = (element: Element, side: 'before' | 'after'): HTMLElement | null => {
  const wanted = side === 'before' ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const stops = [...(treeOf(element)?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(
    (stop) =>
      !element.contains(stop) &&
      !stop.contains(element) &&
      (element.compareDocumentPosition(stop) & wanted) !== 0 &&
      isReachable(stop),
  )
  return (side === 'before' ? stops.at(-1) : stops[0]) ?? null
}
