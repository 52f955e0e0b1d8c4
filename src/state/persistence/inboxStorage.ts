import { upTo } from '../../client/upTo.ts'
import { type InboxScope, scopeName } from '../model/inboxKeys.ts'
import { all, andThen, type MaybePromise } from './maybePromise.ts'

/**
 * Where an inbox is stored between visits, if not in localStorage: IndexedDB behind the functions of idb-keyval, or any
 * object with these methods. Each may return a promise. The storage may have entries of others.
 */
export interface InboxStorage {
  /** Returns the text under a key. Null or undefined: there is none. */
  getItem(key: string): MaybePromise<string | null | undefined>
  /** Stores a text under a key. */
  setItem(key: string, value: string): unknown
  /** Removes a key. A missing key is no error. */
  removeItem(key: string): unknown
  /** Returns all keys: an array, or the keys of a Map. tidings ignores those that it has not written. */
  keys(): MaybePromise<Iterable<unknown>>
}

/** @param find finds the storage at each use: where the browser forbids it, even reading the variable throws. */
const webStorage = (find: () => Storage): InboxStorage => ({
  getItem: (key) => find().getItem(key),
  setItem: (key, value) => find().setItem(key, value),
  removeItem: (key) => find().removeItem(key),
  keys: () => upTo(find().length).map((index) => find().key(index)),
})

const forbidden = 'SecurityError'

/** Whether the browser forbids a storage, which then is empty. */
export const isForbidden = (error: unknown): boolean => error instanceof DOMException && error.name === forbidden

export const browserStorage: InboxStorage = webStorage(() => {
  // A web view without storage has null.
  if (!globalThis.localStorage) throw new DOMException('this browser has no localStorage', forbidden)
  return localStorage
})

/**
 * A storage that can't list its keys fails at each use: nobody could remove the inbox at sign-out. `localStorage.keys`
 * is a text if the app has stored one under "keys".
 *
 * @param given null is possible in an app without types.
 */
export const asInboxStorage = (given: InboxStorage | Storage | null): InboxStorage =>
  typeof given?.keys === 'function'
    ? (given as InboxStorage)
    : webStorage(() => {
        if (typeof (given as Storage | null)?.key === 'function') return given as Storage
        throw new TypeError('it needs a method `keys`, which returns all keys')
      })

/** The storage, for one inbox. */
export interface StorageAccess {
  storage: InboxStorage
  /** Writes an entry, unless the inbox may no longer be stored. */
  write: (key: string, text: string) => MaybePromise<unknown>
  /** Runs a task that reads or changes the storage, after those before it. Reports its error. */
  run: (task: () => MaybePromise<unknown>) => Promise<void>
}

/**
 * The version of what is stored. Tabs of two versions of an app may be open at once and read each other's marks, with
 * what they can parse. So a field may be added as optional under the same version. Another form needs another version,
 * and must first read and remove the marks that this one has stored.
 */
const formatVersion = 1
/** The start of a key, in any version. The rest is the name of the entry. */
const keyStart = /^tidings:\d+ /

const keyOf = (scope: InboxScope, part: string) => `tidings:${formatVersion} ${scopeName(scope)} ${part}`

/**
 * The key of the newest pages of lists and counts. The entry exists, perhaps without a page, as long as the inbox may
 * be stored: a sign-out in another tab removes it.
 */
export const pagesKeyOf = (scope: InboxScope): string => keyOf(scope, 'pages')

/**
 * The key of one tab's intents: two tabs that change one entry at once would lose some. It also names the lock that the
 * tab holds as long as it is open, so that no other tab sends them.
 */
export const intentsKeyOf = (scope: InboxScope, tabId: string): string => keyOf(scope, `intents ${tabId}`)

export const isEntryOf = (scope: InboxScope, name: string): boolean => name.startsWith(`${scopeName(scope)} `)

/** Whether an entry is of an inbox at this endpoint. */
export const isEntryAt = (endpoint: string, name: string): boolean =>
  name.startsWith(`${JSON.stringify([endpoint]).slice(0, -1)},`)

export const listKeys = (storage: InboxStorage): MaybePromise<string[]> =>
  andThen(storage.keys(), (keys) => [...keys].filter((key) => typeof key === 'string'))

/** Removes entries by their names, also those of other versions. */
export const removeEntries = (storage: InboxStorage, isRemoved: (name: string) => boolean): MaybePromise<unknown> =>
  andThen(listKeys(storage), (keys) =>
    all(
      keys
        .filter((key) => keyStart.test(key) && isRemoved(key.replace(keyStart, '')))
        .map((key) => storage.removeItem(key)),
    ),
  )

/** Parses JSON that anybody may have written. Returns undefined for text that is not JSON. */
export const readJson = (text: string | null | undefined): unknown => {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
