import { RequestError } from './errors/RequestError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'

const isPath = (text: string) => /^\/(?![/\\])/.test(text)

/**
 * Checks the address that operations are appended to.
 * @param field the option that it came in.
 * @returns it without slashes at its end.
 * @throws RequestError where it is neither an http(s) address nor a path.
 */
export const checkBaseUrl = (task: TidingsTask, baseUrl: string, field = 'baseUrl'): string => {
  const message = problemOf(baseUrl)
  if (message !== undefined) throw new RequestError(task, [{ field, message }])
  return baseUrl.replace(/\/+$/, '')
}

const problemOf = (baseUrl: unknown): string | undefined => {
  if (typeof baseUrl !== 'string' || !(isPath(baseUrl) || URL.canParse(baseUrl)))
    return 'must be an absolute URL, or in a browser a path such as "/api/inbox"'
  if (/[?#]/.test(baseUrl)) return 'must not have a query or a fragment'
  if (isPath(baseUrl)) return undefined
  const { protocol, username, password } = new URL(baseUrl)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://'
  return username + password === '' ? undefined : 'must not contain a user name or password'
}

/**
 * The checked `baseUrl` as an absolute address. A path is taken below the page's origin, and only when a call is
 * made: a client may well be made where there is no page, while a server renders.
 * @throws RequestError for a path where there is no page.
 */
export const resolveBaseUrl = (task: TidingsTask, baseUrl: string): string => {
  // An empty text was "/": the operations stand at the root of the page's origin.
  if (baseUrl !== '' && !isPath(baseUrl)) return baseUrl
  const page = globalThis.document?.baseURI ?? globalThis.location?.href
  if (page === undefined)
    throw new RequestError(task, [
      {
        field: 'baseUrl',
        message: 'is a path, which works only in a browser: use an absolute URL',
      },
    ])
  return new URL(page).origin + baseUrl
}
