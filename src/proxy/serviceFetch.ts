import type { SendFetch } from '../client/createSend.ts'
import { isObject } from '../contract/isObject.ts'
import type { ProxySettings } from './proxySettings.ts'
import { readCapped } from './readCapped.ts'

/** The service's response is larger than `maxResponseBytes`. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'
}

// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/g

/** The longest text of an error response that goes to a log. */
const longestText = 500

/**
 * Prepares an error response for logs: without the API key, which a service may repeat, and without control characters,
 * which change a terminal. A text that is not JSON is not logged.
 */
const cleanError = (text: string, apiKey: string): string => {
  const clean = (part: string) => part.replaceAll(apiKey, '[API key]').replace(control, ' ').slice(0, longestText)
  const cleanValue = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value)
    if (Array.isArray(value) || !isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [clean(key), field]))
  }
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) => cleanValue(value))
  } catch {
    return text
  }
}

/**
 * The `fetch` that calls the service. It never follows a redirect, which could send the API key to another server, and
 * reads at most `maxResponseBytes`: a small compressed response may be a large one.
 */
export const serviceFetch =
  ({ apiKey, fetch, maxResponseBytes }: Pick<ProxySettings, 'apiKey' | 'fetch' | 'maxResponseBytes'>): SendFetch =>
  async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const { status, headers, ok } = response
    const tooLarge = () => new ResponseTooLarge(`The response is larger than ${maxResponseBytes} bytes.`)
    const text = await readCapped(response, maxResponseBytes, tooLarge).catch((error: unknown) => {
      // The service need not send the rest.
      void response.body?.cancel()
      throw error
    })
    return { status, headers, text: async () => (ok ? text : cleanError(text, apiKey)) }
  }
