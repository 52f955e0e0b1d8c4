import { warnOnce } from '../client/errors/warnOnce.ts'

/** For how long a page may load its style sheets, in milliseconds. */
const patience = 2_000

/** Development: warns where an inbox stands without the style sheet, as its root's `ref`. */
export const checkStyles = (root: HTMLElement | null): void => {
  if (root === null) return
  setTimeout(() => {
    const isStyled = getComputedStyle(root).getPropertyValue('--tidings-radius') !== ''
    if (root.isConnected && !isStyled)
      warnOnce('TIDINGS_203', "the style sheet is missing. Import it once: import 'tidings/styles.css'.")
  }, patience)
}
