import { RequestError } from './errors/RequestError.ts'

/** The result of `signSubscriber` for a subscriber, or a function that fetches it from your server. */
export type SubscriberHash =
  | string
  | ((subscriberId: string) => string | null | undefined | Promise<string | null | undefined>)

/** The source of a client's hashes. */
export interface HashSource {
  /** A function of the host app is called once, and again if its result was rejected. */
  get(subscriberId: string): string | undefined | Promise<string | undefined>
  /** Replaces a hash that the proxy rejected with 401. Resolves to whether there is another one to try. */
  replace(subscriberId: string, refused: string | null): Promise<boolean>
  /** Discards a pending hash, so that the next call fetches another one. */
  forget(subscriberId: string): void
}

/**
 * A host app's function may return an error page or JSON, and not every text is valid in a header.
 * @throws RequestError for a value that is no hash.
 */
const checkHash = (hash: unknown): string | undefined => {
  if (hash === undefined || hash === null) return undefined
  if (typeof hash === 'string' && /^[\w.-]+$/.test(hash)) return hash
  const found = typeof hash === 'string' ? JSON.stringify(hash.slice(0, 20)) : typeof hash
  const message = `must be the result of signSubscriber ("v1.…"), but is ${found}`
  throw new RequestError('createInboxClient', [{ field: 'subscriberHash', message }], { code: 'TIDINGS_221' })
}

/**
 * The source of a client's hashes. It caches the result of the host app's function: a mark that is made while the
 * browser page is being closed can't wait for a server.
 * @param given called at each use, so that the host app can replace the option.
 */
export const createHashSource = (given: () => SubscriberHash | undefined): HashSource => {
  const cache = new Map<string, Promise<string | undefined>>()

  const fetchHash = (subscriberId: string, make: Exclude<SubscriberHash, string>) => {
    const forget = () => cache.get(subscriberId) === pending && cache.delete(subscriberId)
    const pending = Promise.resolve(make(subscriberId)).then(checkHash)
    cache.set(subscriberId, pending)
    // After a failure or an empty result, the next call tries again.
    pending.then((hash) => hash === undefined && forget(), forget)
    return pending
  }

  const get: HashSource['get'] = (subscriberId) => {
    const hash = given()
    return typeof hash === 'function'
      ? (cache.get(subscriberId) ?? fetchHash(subscriberId, hash))
      : checkHash(hash || undefined)
  }

  return {
    get,
    forget: (subscriberId) => void cache.delete(subscriberId),
    replace: async (subscriberId, refused) => {
      if (refused === null) return false
      const before = cache.get(subscriberId)
      // If several calls were rejected together, the first one fetches for all.
      if ((await before) === refused && cache.get(subscriberId) === before) cache.delete(subscriberId)
      const hash = await get(subscriberId)
      return hash !== undefined && hash !== refused
    },
  }
}
