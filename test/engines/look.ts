/** The visible properties of an element. */
export interface Sight {
  /** Number of matching elements. The other fields describe one of them. */
  count: number
  /** Its accessible name, or its text. */
  name: string
  /** Its edges in the window, in CSS pixels. */
  left: number
  top: number
  right: number
  bottom: number
  /** Its opacity multiplied by that of all ancestors. */
  opacity: number
  /** Whether an animation or a transition is running in it or an ancestor. */
  isMoving: boolean
  /** Whether it or a descendant is on top at its center. */
  isOnTop: boolean
  /** The element on top at its center, for messages. */
  onTop: string
  /** Whether it has the focus. */
  isFocused: boolean
  /** Red, green and blue of its background, from 0 to 255, and alpha from 0 to 1. */
  background: readonly number[]
  /** Contrast of its text against the painted background, from 1 to 21. */
  contrast: number
  /** Its computed text direction. */
  direction: string
  /** Its scroll position, in CSS pixels. */
  scrollTop: number
  /** Its attributes by name. */
  attributes: Readonly<Record<string, string>>
}

/**
 * Inspects an element. It runs in the page, so it can't use its closure. It also searches open shadow roots.
 * @param css the selector.
 * @param name matches only elements with this name or text.
 * @param nth index among the matches. Default 0.
 * @returns null if no element matches.
 */
export const look = (css: string, name: string | null = null, nth = 0): Sight | null => {
  const roots = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : [])),
  ]
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ?? ((element.textContent ?? '').trim() || (element.getAttribute('title') ?? ''))
  const found = roots(document)
    .flatMap((root) => [...root.querySelectorAll(css)])
    .filter((element) => name === null || nameOf(element) === name)
  const element = found[nth]
  if (!element) return null

  const parentOf = (node: Node): Element | null =>
    node.parentElement ?? (node.parentNode instanceof ShadowRoot ? node.parentNode.host : null)
  const around: Element[] = []
  for (let at: Element | null = element; at; at = parentOf(at)) around.push(at)

  const box = element.getBoundingClientRect()
  // WebKit has no `currentCSSZoom`, and measures an element in its own pixels.
  const zoom =
    'currentCSSZoom' in element ? 1 : around.reduce((product, each) => product * Number(getComputedStyle(each).zoom), 1)
  const { left, top, right, bottom } = new DOMRect(box.x * zoom, box.y * zoom, box.width * zoom, box.height * zoom)
  let onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  while (onTop?.shadowRoot) {
    const inner: Element | null = onTop.shadowRoot.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (!inner || inner === onTop) break
    onTop = inner
  }
  let isOnTop = false
  for (let at = onTop; at; at = parentOf(at)) isOnTop ||= at === element

  // A canvas converts every color notation to four numbers.
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const read = (color: string): number[] => {
    if (!context) throw new Error('The browser returned no canvas context.')
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const backgrounds = around.map((each) => read(getComputedStyle(each).backgroundColor))
  const over = ([red = 0, green = 0, blue = 0, alpha = 0]: number[], below: number[]) =>
    [red, green, blue].map((value, index) => value * alpha + (below[index] ?? 0) * (1 - alpha))
  const ground = backgrounds.reduceRight((below, color) => over(color, below), [255, 255, 255])
  const luminance = (color: number[]) =>
    color
      .map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0.05)
  const [ink, paper] = [luminance(over(read(getComputedStyle(element).color), ground)), luminance(ground)]

  const root = element.getRootNode() as Document | ShadowRoot
  return {
    count: found.length,
    name: nameOf(element),
    left,
    top,
    right,
    bottom,
    opacity: around.reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1),
    isMoving: around.some((each) => each.getAnimations().some(({ playState }) => playState === 'running')),
    isOnTop,
    onTop: onTop ? `<${onTop.tagName.toLowerCase()} class="${onTop.getAttribute('class') ?? ''}">` : 'nothing',
    isFocused: root.activeElement === element,
    background: backgrounds[0] ?? [],
    contrast: Math.max(ink, paper) / Math.min(ink, paper),
    direction: getComputedStyle(element).direction,
    scrollTop: element.scrollTop,
    attributes: Object.fromEntries([...element.attributes].map(({ name: key, value }) => [key, value])),
  }
}
