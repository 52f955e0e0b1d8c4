// `instanceof` fails for an element of another frame, whose classes are not those of this window. Nothing here uses it.

export const isElement = (target: EventTarget | null | undefined): target is Element =>
  target !== null && target !== undefined && 'closest' in target

export const isShadowRoot = (node: Node): node is ShadowRoot => 'host' in node

/** The document or shadow root that contains an element, or null for a detached element. */
export const treeOf = (element: Element): (Document | ShadowRoot) | null => {
  const root = element.getRootNode()
  return 'activeElement' in root ? (root as Document | ShadowRoot) : null
}

export const activeElementNear = (element: Element): Element | null => treeOf(element)?.activeElement ?? null

/** Whether nothing has the focus, as after the focused element was removed. */
export const focusIsLost = ({ ownerDocument }: Element): boolean =>
  ownerDocument.activeElement === null || ownerDocument.activeElement === ownerDocument.body

/** What opens above other elements: layers of the browser, and those that apps make by hand. */
const layers = 'dialog[open], [popover], [role$="dialog"], [role="menu"], [role="listbox"]'

/**
 * Whether a target is outside a panel, or in a layer above it, so that its keys are not the panel's. Examples: a menu
 * that a row renders through a portal (its events bubble through React), or a `<dialog>` that a row opened.
 */
export const isElsewhere = (target: EventTarget | null, panel: Element): boolean => {
  if (!isElement(target) || !panel.contains(target)) return true
  const layer = target.closest(layers)
  return layer !== null && layer !== panel && panel.contains(layer)
}

/** Selects the elements that can take the focus, as long as they are visible. */
export const focusable = [
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

/** The tab stops in an element or a whole tree, in document order. */
const tabStopsIn = (tree: ParentNode) => [...tree.querySelectorAll<HTMLElement>(focusable)].filter(isReachable)

/** The tab stop to wrap around to when Tab would leave an element at its end, or Shift+Tab at its start. */
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

/** The nearest tab stop before or after an element, in the same document or shadow root. Null when there is none. */
export const tabStopBeside = (element: Element, side: 'before' | 'after'): HTMLElement | null => {
  const position = side === 'before' ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const tree = treeOf(element)
  const stops = (tree ? tabStopsIn(tree) : []).filter(
    (stop) =>
      !element.contains(stop) && !stop.contains(element) && (element.compareDocumentPosition(stop) & position) !== 0,
  )
  return (side === 'before' ? stops.at(-1) : stops[0]) ?? null
}
