import { isObject } from '../../contract/isObject.ts'
import { type InboxScope, isSameScope, scopeName } from '../model/inboxKeys.ts'
import { andThen, type MaybePromise } from './maybePromise.ts'

/**
 * Where an inbox is stored between visits: `localStorage`, `sessionStorage`, or an object with the same methods. A
 * method may return a promise, as those of IndexedDB libraries and of TanStack's persisters do.
 */
export interface InboxStorage {
  /** Returns the text under a key, or null or undefined. */
  getItem(key: string): MaybePromise<string | null | undefined>
  /** Stores a text under a key. */
  setItem(key: string, value: string): unknown
  /** Removes a key. A missing key is no error. */
  removeItem(key: string): unknown
}

/** localStorage, looked up at each use: where the browser forbids it, even reading the variable throws. */
export const browserStorage: InboxStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}

/**
 * The version of what is stored. Tabs of two versions of an app may be open at once and read each other's marks, with
 * what they can parse. So a field may be added as optional under the same version. Another form needs another version,
 * and must first read and remove the marks that this one has stored.
 */
const formatVersion = 1
const prefix = `tidings:${formatVersion}`

/**
 * The stored parts of an inbox: the newest page of each list and count, the ids of the tabs with stored marks, and the
 * marks that version 0.1.0 stored for all tabs.
 */
const storedParts = ['pages', 'tabs', 'marks'] as const
type StoredPart = (typeof storedParts)[number]

export const storageKeyOf = (scope: InboxScope, part: StoredPart): string => `${prefix}:${part}:${scopeName(scope)}`

/**
 * The key of one tab's marks. It also names the lock that the tab holds as long as it is open, so that no other tab
 * sends its marks.
 *
 * @param tabId anything in the entry of the ids, which anybody may have written.
 */
export const marksKeyOf = (scope: InboxScope, tabId: unknown): string =>
  `${storageKeyOf(scope, 'marks')} ${String(tabId)}`

const indexKey = `${prefix}:index`

const isScope = (value: unknown): value is InboxScope =>
  isObject(value) && typeof value.endpoint === 'string' && typeof value.subscriberId === 'string'

/** Parses JSON that anybody may have written. Returns undefined for text that is not JSON. */
const readJson = (text: string | null | undefined): unknown => {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Parses a list, or a single entry. */
export const readList = (text: string | null | undefined): unknown[] => [readJson(text) ?? []].flat()

/** The last change of each storage's index. A change reads the index first, so changes run one after another. */
const changes = new WeakMap<InboxStorage, Promise<void>>()

/** Changes the index of the stored inboxes. A storage can't list its keys, so it has an index. */
const changeIndex = (storage: InboxStorage, change: (scopes: InboxScope[]) => Promise<void>): Promise<void> => {
  const changed = (changes.get(storage) ?? Promise.resolve()).then(async () =>
    change(readList(await storage.getItem(indexKey)).filter(isScope)),
  )
  // The caller gets the error; the next change runs anyway.
  changes.set(
    storage,
    changed.catch(() => undefined),
  )
  return changed
}

/** Adds a subscriber's inbox to the index. */
export const addScope = (storage: InboxStorage, scope: InboxScope): Promise<void> =>
  changeIndex(storage, async (scopes) => {
    if (!scopes.some((other) => isSameScope(other, scope)))
      await storage.setItem(indexKey, JSON.stringify([...scopes, scope]))
  })

/** Whether the index has a subscriber's inbox. Synchronous if the storage is. */
export const hasScope = (storage: InboxStorage, scope: InboxScope): MaybePromise<boolean> => {
  const includes = (text: string | null | undefined) =>
    readList(text)
      .filter(isScope)
      .some((other) => isSameScope(other, scope))
  return andThen(storage.getItem(indexKey), includes)
}

const removeScope = async (storage: InboxStorage, scope: InboxScope) => {
  const tabIds = readList(await storage.getItem(storageKeyOf(scope, 'tabs')))
  const keys = [...tabIds.map((id) => marksKeyOf(scope, id)), ...storedParts.map((part) => storageKeyOf(scope, part))]
  for (const key of keys) await storage.removeItem(key)
}

/** Removes the stored inboxes of some subscribers. */
export const removeScopes = (storage: InboxStorage, isRemoved: (scope: InboxScope) => boolean): Promise<void> =>
  changeIndex(storage, async (scopes) => {
    for (const scope of scopes.filter(isRemoved)) await removeScope(storage, scope)
    const rest = scopes.filter((scope) => !isRemoved(scope))
    if (rest.length === 0) await storage.removeItem(indexKey)
    else if (rest.length < scopes.length) await storage.setItem(indexKey, JSON.stringify(rest))
  })
