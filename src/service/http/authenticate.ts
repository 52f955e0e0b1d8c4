import { createHash, timingSafeEqual } from 'node:crypto'
import { RequestError } from '../../client/errors/RequestError.ts'
import { Refusal } from './Refusal.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Checks the header `Authorization: ApiKey <key>`. The duration reveals nothing about a key: hashes of equal length are
 * compared in constant time, and always all keys.
 * @throws RequestError if there is no key, or a key that a header can't transmit.
 */
export const createAuthentication = (apiKeys: readonly string[]) => {
  if (apiKeys.length === 0) throw wrong('apiKeys', 'must contain at least one key, because every call needs one')
  for (const [index, key] of apiKeys.entries())
    if (!isApiKey(key)) throw wrong(`apiKeys[${index}]`, 'must be a string of visible ASCII characters without spaces')
  const known = apiKeys.map(digest)

  /** @throws Refusal 401 if the header is missing, malformed or wrong. */
  return (request: Request): void => {
    const header = request.headers.get('authorization')
    const key = /^ApiKey (\S+)$/.exec(header ?? '')?.[1]
    const given = digest(key ?? '')
    const matches = known.filter((each) => timingSafeEqual(each, given)).length
    if (key === undefined || matches === 0)
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
