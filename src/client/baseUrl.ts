import { RequestError } from './errors/RequestError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'

const isPath = (text: string) => /^\/(?![/\\])/.test(text)

/**
 * Checks the URL that the paths of operations are appended to.
 * @param field the name of its option.
 * @returns the URL without trailing slashes.
 * @throws RequestError if it is neither an http(s) URL nor a path.
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
 * Resolves the checked `baseUrl` to an absolute URL: a path is below the origin of the browser page. Each call does
 * this, since a client may be created without a browser page, while a server renders.
 * @throws RequestError for a path without a browser page.
 */
export const resolveBaseUrl = (task: TidingsTask, baseUrl: string): string => {
  // An empty string was "/": the operations are at the root of the page's origin.
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
