import { createHash, timingSafeEqual } from 'node:crypto'
import { HttpError } from './HttpError.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Makes the check of part 5: `Authorization: ApiKey <key>`. How long it takes tells nothing about a key: hashes
 * of equal length are compared, each of them to its end, and every key is looked at.
 * @throws TypeError where a key is one that no header could carry, or there is none.
 */
export const createAuthentication = (apiKeys: readonly string[]) => {
  if (apiKeys.length === 0)
    throw new TypeError('apiKeys is empty: nobody could call the service. Give at least one key.')
  if (!apiKeys.every(isApiKey))
    throw new TypeError('An API key must be text of visible ASCII characters, without spaces.')
  const known = apiKeys.map(digest)

  /** @throws HttpError 401 for a header that is missing, malformed or wrong. */
  return (request: Request): void => {
    const header = request.headers.get('authorization')
    const key = /^ApiKey (\S+)$/.exec(header ?? '')?.[1]
    const given = digest(key ?? '')
    const matches = known.filter((each) => timingSafeEqual(each, given)).length
    if (key === undefined || matches === 0)
      throw new HttpError(
        401,
        header === null
          ? 'The Authorization header is missing. Send "Authorization: ApiKey <key>".'
          : 'The API key is wrong, or the header is not of the form "Authorization: ApiKey <key>".',
        { headers: { 'www-authenticate': 'ApiKey' } },
      )
  }
}

/** Whether text can be an API key: visible ASCII, the only thing that a header carries unchanged. */
export const isApiKey = (key: string): boolean => /^[\x21-\x7e]+$/.test(key)
