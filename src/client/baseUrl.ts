import { RequestError } from './errors/RequestError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'

const isPath = (text: string) => /^\/(?![/\\])/.test(text)

/**
 * @param field the name of its option.
 * @returns the URL without trailing slashes.
 * @throws RequestError if it is neither an http(s) URL nor a path, or has a user, a query or a fragment.
 */
export const checkBaseUrl = (task: TidingsTask, baseUrl: string, field = 'baseUrl'): string => {
  if (isBaseUrl(baseUrl)) return baseUrl.replace(/\/+$/, '')
  const message = 'must be an absolute URL of http(s) without user, query and fragment, or a path such as "/api/inbox"'
  throw new RequestError(task, [{ field, message }])
}

const isBaseUrl = (baseUrl: unknown): boolean => {
  if (typeof baseUrl !== 'string' || /[?#]/.test(baseUrl)) return false
  if (isPath(baseUrl)) return true
  if (!URL.canParse(baseUrl)) return false
  const { protocol, username, password } = new URL(baseUrl)
  return /^https?:$/.test(protocol) && username + password === ''
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
