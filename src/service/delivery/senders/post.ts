import { readRetryAfter } from '../../../client/readRetryAfter.ts'
import { isObject } from '../../../contract/isObject.ts'
import { valueAt } from '../../conditions/valueAt.ts'
import type { SendFetch } from '../publicFetch.ts'
import { SendError } from '../SendError.ts'

/** A request to a provider. */
export interface Post {
  /** `context.fetch`, or `context.publicFetch` for an address that comes from a subscriber. */
  fetch: SendFetch
  url: string
  headers?: Record<string, string>
  /** Sent as JSON, or as a form if it is a URLSearchParams. */
  body: unknown
  now: () => Date
  /**
   * Whether the address and the key are the operator's, who can correct them: 401 and 403 are tried again. Those of a
   * subscriber's webhook are not. Default false.
   */
  isOperators?: boolean
}

/** The response of a provider. */
export interface Posted {
  status: number
  headers: Headers
  /** The parsed body, or its text if it is not JSON. */
  body: unknown
}

/**
 * Posts to a provider, whatever the status of its response.
 * @throws SendError if there is none.
 */
export const exchange = async ({ fetch, url, headers, body }: Post): Promise<Posted> => {
  const isForm = body instanceof URLSearchParams
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json', ...headers },
    body: isForm ? body.toString() : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parse(text) }
}

/**
 * Posts to a provider.
 * @throws SendError if it does not accept the request.
 */
export const post = async (request: Post): Promise<Posted> => {
  const posted = await exchange(request)
  if (posted.status < 200 || posted.status > 299) throw refusalOf(posted, request)
  return posted
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The error of a response. Its text has the status and the provider's code: other texts may quote an address. */
export const refusalOf = (
  { status, headers, body }: Posted,
  { isOperators = false, now }: Pick<Post, 'isOperators' | 'now'>,
): SendError => {
  const isTemporary =
    status >= 500 || [408, 425, 429].includes(status) || (isOperators && (status === 401 || status === 403))
  const code = codeOf(body)
  const reason = status >= 300 && status <= 399 ? ', which is a redirect, and not followed' : ''
  const retryAfter = readRetryAfter(headers, now().getTime())
  return new SendError(
    isTemporary ? 'temporary' : 'permanent',
    `The provider responded with status ${status}${code === undefined ? '' : ` and the code ${code}`}${reason}.`,
    { retryAfter: retryAfter === undefined ? undefined : retryAfter / 1_000 },
  )
}

/** The code of an error in a response: that of most APIs, of Google, or the whole text. */
const codeOf = (body: unknown): string | undefined => {
  const error = isObject(body) ? body['error'] : undefined
  const candidates = isObject(body)
    ? [body['code'], body['errorCode'], error, ...(isObject(error) ? [error['status'], error['code']] : [])]
    : [body]
  return candidates.map((each) => (typeof each === 'number' ? String(each) : each)).find(isCode)
}

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,40}$/.test(value)

/** A credential that an integration must have. */
export const required = (value: string | undefined, name: string): string => {
  if (value) return value
  // Another try succeeds if the operator adds it within an hour.
  throw new SendError('temporary', `The credentials of the integration have no ${name}. Add it to the workspace file.`)
}

/** The text at a dotted path of a response. */
export const textAt = (value: unknown, path: string): string | undefined => {
  const found = valueAt(value, path.split('.'))
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}

/** An address without slashes at its end. */
export const withoutSlash = (address: string): string => address.replace(/\/+$/, '')
