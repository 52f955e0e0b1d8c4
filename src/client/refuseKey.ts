import { RequestError } from './errors/RequestError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'

const why =
  'holds an API key, and a key in a page is a key in the hands of every visitor: keep it on your server, ' +
  'serve createInboxProxy from tidings/proxy there, and give the page its address as `baseUrl`'

/** A window with a document. Node, workers and edge runtimes have no document. */
const isBrowser = () => typeof window !== 'undefined' && typeof document !== 'undefined'

/**
 * Stops an API key from reaching a page.
 * @throws RequestError in a browser for options with an `apiKey`.
 */
export const refuseKeyOption = (task: TidingsTask, options: object): void => {
  if (isBrowser() && 'apiKey' in options) throw new RequestError(task, [{ field: 'apiKey', message: why }])
}

/** @throws RequestError in a browser for a header of the form `ApiKey …`. */
export const refuseKeyHeader = (task: TidingsTask, headers: Headers): void => {
  if (!isBrowser()) return
  for (const [name, value] of headers)
    if (/^apikey\b/i.test(value)) throw new RequestError(task, [{ field: `headers.${name}`, message: why }])
}
