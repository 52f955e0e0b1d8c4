import { RequestError } from './errors/RequestError.ts'
import type { TidingsFactory, TidingsTask } from './errors/TidingsError.ts'
import { inDevelopment } from './errors/warnOnce.ts'

/**
 * Checks an API key, and removes the line break at the end of a key from a file.
 * @throws RequestError for a key that no header can contain.
 */
export const checkApiKey = (factory: TidingsFactory, apiKey: unknown): string => {
  const key = typeof apiKey === 'string' ? apiKey.trim() : ''
  if (/^[\x21-\x7e]+$/.test(key)) return key
  const message = key
    ? 'must be the API key of the environment: one or more visible ASCII characters'
    : 'is undefined or empty. Most likely an environment variable is not set'
  throw new RequestError(factory, [{ field: 'apiKey', message }])
}

/** The header that every operation requires. */
export const keyHeaders = (apiKey: string): Headers => new Headers({ authorization: `ApiKey ${apiKey}` })

const refuse = (task: TidingsTask, field: string) => {
  const cure = inDevelopment(
    () =>
      process.env.NODE_ENV !== 'production' &&
      ', where every visitor can read it: use the key only on your server, ' +
        'serve createInboxProxy of tidings/proxy there, and pass the address of that proxy as `baseUrl`',
  )
  return new RequestError(task, [{ field, message: `contains an API key in a browser${cure ?? ''}` }], {
    code: 'TIDINGS_202',
  })
}

/** Whether there is a document. Node, edge runtimes and a page's workers have none. */
export const isBrowser = () => typeof document !== 'undefined'

/** @throws RequestError in a browser, for options with an `apiKey`. */
export const refuseKeyOption = (task: TidingsTask, options: object): void => {
  if (isBrowser() && 'apiKey' in options) throw refuse(task, 'apiKey')
}

/** @throws RequestError in a browser, for a header of the form `ApiKey …`. */
export const refuseKeyHeader = (task: TidingsTask, headers: Headers): void => {
  if (!isBrowser()) return
  for (const [name, value] of headers) if (/^apikey\b/i.test(value)) throw refuse(task, `headers.${name}`)
}
