// Nothing here asks `instanceof`: an element in a frame belongs to the classes of that frame.

/** Is it an element, of whichever window? */
export const isElement = (target: EventTarget | null | undefined): target is Element =>
  target !== null && target !== undefined && 'closest' in target

/** Is it a shadow root, of whichever window? */
export const isShadowRoot = (node: Node): node is ShadowRoot => 'host' in node

/** The document or shadow root that an element is in, or null when it is in none. */
export const treeOf = (element: Element): (Document | ShadowRoot) | null => {
  const root = element.getRootNode()
  return 'activeElement' in root ? (root as Document | ShadowRoot) : null
}

/** The element that has the focus, inside the tree that the given one is in. */
export const activeElementNear = (element: Element): Element | null => treeOf(element)?.activeElement ?? null

/** Has the focus fallen to nothing, as it does when the element that had it is taken out of the page? */
export const focusIsLost = ({ ownerDocument }: Element): boolean =>
  ownerDocument.activeElement === null || ownerDocument.activeElement === ownerDocument.body

/** Can it be given the focus? */
export const takesFocus = (element: Element): element is Element & HTMLOrSVGElement => 'focus' in element

/**
 * Is something no part of a panel, or in a layer of its own over it? Such as a menu that a row draws through a portal, whose
 * events come through React, or a `<dialog>` that it opened: their keys are theirs.
 */
export const isElsewhere = (target: EventTarget | null, panel: Element): boolean => {
  if (!isElement(target) || !panel.contains(target)) return true
  const layer = target.closest('dialog[open], [popover]')
  return layer !== null && layer !== panel && panel.contains(layer)
}

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
  element.tabIndex >= 0 &&
  element.closest('[inert]') === null &&
  (!('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true }))

/** What Tab reaches in an element, or in a whole tree. */
const tabStopsIn = (tree: ParentNode) => [...tree.querySelectorAll<HTMLElement>(focusable)].filter(isReachable)

/** Where Tab would leave an element at its end, or Shift+Tab at its beginning: the stop at its other end, to go on from. */
export const tabStopAround = (
  element: HTMLElement,
  from: EventTarget,
  isBackwards: boolean,
): HTMLElement | undefined => {
  const stops = tabStopsIn(element)
  const [first, last] = [stops[0], stops.at(-1)]
  if (isBackwards) return from === first || from === element ? last : undefined
  return from === last ? first : undefined
}

/**
 * The nearest element before or after the given one that Tab reaches, in the same document or shadow root.
 * @returns null when there is none.
 */
export const tabStopBeside = (element: Element, side: 'before' | 'after'): HTMLElement | null => {
  const wanted = side === 'before' ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const tree = treeOf(element)
  const stops = (tree ? tabStopsIn(tree) : []).filter(
    (stop) =>
      !element.contains(stop) && !stop.contains(element) && (element.compareDocumentPosition(stop) & wanted) !== 0,
  )
  return (side === 'before' ? stops.at(-1) : stops[0]) ?? null
}
