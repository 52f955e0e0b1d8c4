import { errorPage, type TidingsErrorCode } from './errorCode.ts'

/**
 * Returns a text for developers, which production builds omit: bundlers and development servers replace
 * `process.env.NODE_ENV` by a constant. A browser page that loads unbundled modules has neither the constant nor a
 * `process`. A ReferenceError must not replace its actual error.
 * @param write checks `process.env.NODE_ENV !== 'production' &&` itself, before the text: bundlers drop it only then.
 */
export const inDevelopment = (write: () => string | false): string | undefined => {
  try {
    return write() || undefined
  } catch {
    return undefined
  }
}

const warned = new Set<string>()

/**
 * Warns developers of a mistake that impairs the inbox, once per load of the browser page. Call it only if
 * `process.env.NODE_ENV` is not "production": production builds then omit its text.
 */
export const warnOnce = (code: TidingsErrorCode, text: string): void => {
  if (warned.has(text)) return
  warned.add(text)
  // oxlint-disable-next-line no-console -- developers read the console
  console.warn(`tidings: ${text} See ${errorPage(code)}`)
}
