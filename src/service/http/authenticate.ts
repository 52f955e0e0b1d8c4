import { createHash, timingSafeEqual } from 'node:crypto'
import { RequestError } from '../../client/errors/RequestError.ts'
import { Refusal } from './Refusal.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Compares texts with the keys. The duration reveals nothing about a key: hashes of equal length are compared in
 * constant time, and always all keys.
 */
export const createKeyCheck = (apiKeys: readonly string[]): ((text: string) => boolean) => {
  const known = apiKeys.map(digest)
  return (text) => {
    const given = digest(text)
    return known.filter((each) => timingSafeEqual(each, given)).length > 0
  }
}

/**
 * Checks the header `Authorization: ApiKey <key>`.
 * @throws RequestError if there is no key, or a key that a header can't transmit.
 */
export const createAuthentication = (apiKeys: readonly string[]) => {
  if (apiKeys.length === 0) throw wrong('apiKeys', 'must contain at least one key, because every call needs one')
  for (const [index, key] of apiKeys.entries())
    if (!isApiKey(key)) throw wrong(`apiKeys[${index}]`, 'must be a string of visible ASCII characters without spaces')
  const isKey = createKeyCheck(apiKeys)

  /** @throws Refusal 401 if the header is missing, malformed or wrong. */
  return (request: Request): void => {
    const header = request.headers.get('authorization')
    const key = /^ApiKey (\S+)$/.exec(header ?? '')?.[1]
    if (!isKey(key ?? '') || key === undefined)
      throw new Refusal(
        401,
        header === null
          ? 'Missing Authorization header. Send `Authorization: ApiKey <key>`.'
          : 'Wrong API key, or wrong format of the header. Send `Authorization: ApiKey <key>`.',
        { headers: { 'www-authenticate': 'ApiKey' } },
      )
  }
}

const wrong = (field: string, message: string) => new RequestError('createService', [{ field, message }])

/** Whether a text can be an API key: headers transmit only visible ASCII unchanged. */
export const isApiKey = (key: string): boolean => /^[\x21-\x7e]+$/.test(key)
