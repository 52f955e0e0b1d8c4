import { RequestError } from './errors/RequestError.ts'
import type { TidingsFactory } from './errors/TidingsError.ts'

/**
 * Checks an API key, and takes off the line break that it has when it was read from a file.
 * @throws RequestError for a key that no header can carry.
 */
export const checkApiKey = (factory: TidingsFactory, apiKey: unknown): string => {
  const key = typeof apiKey === 'string' ? apiKey.trim() : ''
  if (/^[\x21-\x7e]+$/.test(key)) return key
  const message = 'must be the API key of the environment: one or more visible ASCII characters'
  throw new RequestError(factory, [{ field: 'apiKey', message }])
}

/** The header that every operation requires (part 5). */
export const keyHeaders = (apiKey: string): Headers => new Headers({ authorization: `ApiKey ${apiKey}` })
