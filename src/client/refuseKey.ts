import { inDevelopment } from './errors/inDevelopment.ts'
import { RequestError } from './errors/RequestError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'

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

/** A window with a document. Node and edge runtimes have no document, nor have a page's workers, which look like these. */
export const isBrowser = () => typeof window !== 'undefined' && typeof document !== 'undefined'

/**
 * Stops an API key from reaching a page.
 * @throws RequestError in a browser for options with an `apiKey`.
 */
export const refuseKeyOption = (task: TidingsTask, options: object): void => {
  if (isBrowser() && 'apiKey' in options) throw refuse(task, 'apiKey')
}

/** @throws RequestError in a browser for a header of the form `ApiKey …`. */
export const refuseKeyHeader = (task: TidingsTask, headers: Headers): void => {
  if (!isBrowser()) return
  for (const [name, value] of headers) if (/^apikey\b/i.test(value)) throw refuse(task, `headers.${name}`)
}
