import { warnOnce } from '../../client/errors/warnOnce.ts'

/** Time for the browser page to load its style sheets, in milliseconds. */
const loadTime = 2_000

/** The styles of a probe in ground.css. */
const expected = { paddingTop: '1px', backgroundColor: 'rgb(1, 2, 3)', color: 'rgb(1, 2, 3)', fontSize: '1px' } as const
const properties = Object.keys(expected) as (keyof typeof expected)[]

/** Elements that a reset, or an app's typography, usually styles. */
const probes = ['a', 'button', 'h2'] as const

/** The properties that the app's CSS overrides, with their elements: "a: color". */
const findOverrides = (root: HTMLElement): string[] =>
  probes.flatMap((tag) => {
    const probe = root.ownerDocument.createElement(tag)
    probe.className = 'tidings-probe'
    // Matches selectors such as `a:any-link` and `[type='button']`.
    if (tag === 'a') probe.setAttribute('href', '#')
    if (tag === 'button') probe.setAttribute('type', 'button')
    root.append(probe)
    const style = getComputedStyle(probe)
    const lost = properties.filter((property) => style[property] !== expected[property])
    probe.remove()
    return lost.map((property) => `${tag}: ${property}`)
  })

/** Whether the page has a dark background, and says nothing about it that the inbox could inherit. */
const isDarkWithoutScheme = (root: HTMLElement): boolean => {
  const style = getComputedStyle(root)
  if (style.getPropertyValue('color-scheme') !== 'normal' || style.getPropertyValue('--_tidings-color-scheme'))
    return false
  const { body, documentElement } = root.ownerDocument
  // Not the background of the bell: a light page may have a dark header.
  for (const element of [body, documentElement]) {
    const [, red, green, blue, alpha] =
      /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(getComputedStyle(element).backgroundColor) ?? []
    if (red !== undefined && alpha !== '0') return Math.max(Number(red), Number(green), Number(blue)) < 80
  }
  return false
}

/**
 * Ref of the root, in development: warns if the style sheet is missing, if the app's CSS overrides it, or if a dark
 * page has a light inbox.
 */
export const checkStyles = (root: HTMLElement | null): void => {
  if (root === null) return
  setTimeout(() => {
    if (!root.isConnected) return
    if (getComputedStyle(root).getPropertyValue('--tidings-radius') === '') {
      warnOnce('TIDINGS_203', "the style sheet is missing. Import it once: import 'tidings/styles.css'.")
      return
    }
    if (isDarkWithoutScheme(root))
      warnOnce(
        'TIDINGS_225',
        'this page is dark, and sets no `color-scheme`, so that its inbox is light. Add ' +
          '`color-scheme: dark` to the rule of your dark colors, or set the prop `theme`.',
      )
    const lost = findOverrides(root)
    if (lost.length > 0)
      warnOnce(
        'TIDINGS_219',
        `CSS rules of this page override the style sheet (${lost.join(', ')}). ` +
          `Import 'tidings/styles.css' after your reset. With ` +
          "'tidings/styles.layered.css', put the reset into a layer before `tidings`.",
      )
  }, loadTime)
}
