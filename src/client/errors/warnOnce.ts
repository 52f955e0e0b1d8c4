import { errorPage, type TidingsErrorCode } from './errorCode.ts'

const said = new Set<TidingsErrorCode>()

/**
 * Tells a developer of a mistake that lets the inbox work, but not well; each kind once for each loading of the page. Call it
 * only where `process.env.NODE_ENV` tells that this is no production build: its text is then left out of those.
 */
export const warnOnce = (code: TidingsErrorCode, text: string): void => {
  if (said.has(code)) return
  said.add(code)
  // oxlint-disable-next-line no-console -- for the developer, who has no other place to look
  console.warn(`tidings: ${text} See ${errorPage(code)}`)
}
