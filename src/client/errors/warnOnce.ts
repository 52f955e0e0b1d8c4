import { errorPage, type TidingsErrorCode } from './errorCode.ts'

/**
 * Words for a developer, which production builds leave out: bundlers put a constant in the place of `process.env.NODE_ENV`,
 * development servers too. A page that loads modules as they are has neither the constant nor a `process`, and its errors
 * must not become one about that.
 * @param say asks `process.env.NODE_ENV !== 'production' &&` itself, before its words: only so are they dropped.
 */
export const inDevelopment = (say: () => string | false): string | undefined => {
  try {
    return say() || undefined
  } catch {
    return undefined
  }
}

const said = new Set<string>()

/**
 * Tells a developer of a mistake that lets the inbox work, but not well; each once for each loading of the page. Call it
 * only where `process.env.NODE_ENV` tells that this is no production build: its text is then left out of those.
 */
export const warnOnce = (code: TidingsErrorCode, text: string): void => {
  if (said.has(text)) return
  said.add(text)
  // oxlint-disable-next-line no-console -- for the developer, who has no other place to look
  console.warn(`tidings: ${text} See ${errorPage(code)}`)
}
