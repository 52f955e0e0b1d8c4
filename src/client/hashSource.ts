import { RequestError } from './errors/RequestError.ts'

/** What the host's server signed for a subscriber, or how to get it: a function may ask that server. */
export type SubscriberHash =
  | string
  | ((subscriberId: string) => string | null | undefined | Promise<string | null | undefined>)

/** Where a client has its subscribers' hashes from. */
export interface HashSource {
  /** The hash to send, if there is one. A function is asked once, and again when what it gave was refused. */
  get(subscriberId: string): string | undefined | Promise<string | undefined>
  /** Says that a hash was refused (401). Resolves with whether there is another one to try. */
  replace(subscriberId: string, refused: string | null): Promise<boolean>
  /** Asks anew at the next call: what was asked for does not come. */
  forget(subscriberId: string): void
}

/**
 * Lets through what can be a hash: the page of an error, or JSON, is none, and not every text is fit for a header.
 * @throws RequestError
 */
const checkHash = (hash: unknown): string | undefined => {
  if (hash === undefined || hash === null) return undefined
  if (typeof hash === 'string' && /^[\w.-]+$/.test(hash)) return hash
  const found = typeof hash === 'string' ? JSON.stringify(hash.slice(0, 20)) : typeof hash
  const message = `must be the result of signSubscriber ("v1.…"), but is ${found}`
  throw new RequestError('createInboxClient', [{ field: 'subscriberHash', message }], { code: 'TIDINGS_221' })
}

/**
 * Keeps what the host's function gave: a mark that is made while the page goes away can't wait for a server.
 * @param given read at each use, so that the host may hand over another one.
 */
export const createHashSource = (given: () => SubscriberHash | undefined): HashSource => {
  const kept = new Map<string, Promise<string | undefined>>()

  const ask = (subscriberId: string, make: Exclude<SubscriberHash, string>) => {
    const forget = () => kept.get(subscriberId) === asked && kept.delete(subscriberId)
    const asked = Promise.resolve(make(subscriberId)).then(checkHash)
    kept.set(subscriberId, asked)
    // What failed, or knew nothing yet, is asked again by the next call.
    asked.then((hash) => hash === undefined && forget(), forget)
    return asked
  }

  const get: HashSource['get'] = (subscriberId) => {
    const hash = given()
    return typeof hash === 'function'
      ? (kept.get(subscriberId) ?? ask(subscriberId, hash))
      : checkHash(hash || undefined)
  }

  return {
    get,
    forget: (subscriberId) => void kept.delete(subscriberId),
    replace: async (subscriberId, refused) => {
      if (refused === null) return false
      const before = kept.get(subscriberId)
      // Of several calls that were refused together, the first asks for all.
      if ((await before) === refused && kept.get(subscriberId) === before) kept.delete(subscriberId)
      const hash = await get(subscriberId)
      return hash !== undefined && hash !== refused
    },
  }
}
