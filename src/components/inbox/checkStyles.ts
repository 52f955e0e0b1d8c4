import { warnOnce } from '../../client/errors/warnOnce.ts'

/** For how long a page may load its style sheets, in milliseconds. */
const patience = 2_000

/** What ground.css says of a probe. */
const expected = { paddingTop: '1px', backgroundColor: 'rgb(1, 2, 3)', color: 'rgb(1, 2, 3)', fontSize: '1px' } as const
const properties = Object.keys(expected) as (keyof typeof expected)[]

/** What resets, and the styles of a page's own texts, are about. */
const probes = ['a', 'button', 'h2'] as const

/** What the page's own rules take from the style sheet, by elements: "a: color". */
const overruled = (root: HTMLElement): string[] =>
  probes.flatMap((tag) => {
    const probe = root.ownerDocument.createElement(tag)
    probe.className = 'tidings-probe'
    // What such rules may ask for besides: `a:any-link`, `[type='button']`.
    if (tag === 'a') probe.setAttribute('href', '#')
    if (tag === 'button') probe.setAttribute('type', 'button')
    root.append(probe)
    const style = getComputedStyle(probe)
    const lost = properties.filter((property) => style[property] !== expected[property])
    probe.remove()
    return lost.map((property) => `${tag}: ${property}`)
  })

/** Development: warns where an inbox stands without the style sheet, or where a reset wins over it, as its root's `ref`. */
export const checkStyles = (root: HTMLElement | null): void => {
  if (root === null) return
  setTimeout(() => {
    if (!root.isConnected) return
    if (getComputedStyle(root).getPropertyValue('--tidings-radius') === '') {
      warnOnce('TIDINGS_203', "the style sheet is missing. Import it once: import 'tidings/styles.css'.")
      return
    }
    const lost = overruled(root)
    if (lost.length > 0)
      warnOnce(
        'TIDINGS_219',
        `CSS rules of this page override the style sheet (${lost.join(', ')}). Import 'tidings/styles.css' after your reset. With ` +
          "'tidings/styles.layered.css', put the reset into a layer before `tidings`.",
      )
  }, patience)
}
