import { isObject } from '../../contract/isObject.ts'
import { type InboxScope, isSameScope, scopeName } from '../model/inboxKeys.ts'

type MaybePromise<Value> = Value | Promise<Value>

/**
 * Where an inbox is kept between visits: `localStorage`, `sessionStorage`, or anything of their form. Each function may
 * answer later, as those of IndexedDB libraries and of TanStack's persisters do.
 */
export interface InboxStorage {
  /** What is kept under a key, or nothing. */
  getItem(key: string): MaybePromise<string | null | undefined>
  /** Keeps a text under a key. */
  setItem(key: string, value: string): unknown
  /** Forgets a key; one that is not there is no error. */
  removeItem(key: string): unknown
}

/** The browser's own, looked up with each use: where it is forbidden, looking at it throws. */
export const browserStorage: InboxStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}

/** Another form of what is kept takes another name: an older one is never read, and goes with the next `clearInbox()`. */
const prefix = 'tidings:1'

/** What is kept of one subscriber: the newest page of each list and count, and the marks. */
export const storedParts = ['pages', 'marks'] as const
export type StoredPart = (typeof storedParts)[number]

export const storageKeyOf = (scope: InboxScope, part: StoredPart): string => `${prefix}:${part}:${scopeName(scope)}`

const indexKey = `${prefix}:index`

const isScope = (value: unknown): value is InboxScope =>
  isObject(value) && typeof value.endpoint === 'string' && typeof value.subscriberId === 'string'

/** JSON that may be anybody's: what can't be read is as good as not there. */
export const readJson = (text: string | null | undefined): unknown => {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

const scopesIn = (index: unknown): InboxScope[] => (Array.isArray(index) ? index.filter(isScope) : [])

/** The last change of each storage's index: every change reads it first, so they are made one after another. */
const changes = new WeakMap<InboxStorage, Promise<void>>()

/** Changes whose inboxes a storage keeps, which stands in its index: a storage can't be asked for its keys. */
const changeIndex = (storage: InboxStorage, change: (scopes: InboxScope[]) => Promise<void>): Promise<void> => {
  const changed = (changes.get(storage) ?? Promise.resolve()).then(async () =>
    change(scopesIn(readJson(await storage.getItem(indexKey)))),
  )
  changes.set(
    storage,
    // Whoever made it is told.
    changed.catch(() => undefined),
  )
  return changed
}

/** Notes that a subscriber's inbox is kept. */
export const addScope = (storage: InboxStorage, scope: InboxScope): Promise<void> =>
  changeIndex(storage, async (scopes) => {
    if (!scopes.some((other) => isSameScope(other, scope)))
      await storage.setItem(indexKey, JSON.stringify([...scopes, scope]))
  })

/** Whether a subscriber's inbox is noted as kept: at once, where the storage answers at once. */
export const hasScope = (storage: InboxStorage, scope: InboxScope): MaybePromise<boolean> => {
  const names = (text: string | null | undefined) => scopesIn(readJson(text)).some((other) => isSameScope(other, scope))
  const index = storage.getItem(indexKey)
  return index instanceof Promise ? index.then(names) : names(index)
}

/** Removes all that is kept of some subscribers. */
export const removeScopes = (storage: InboxStorage, isDoomed: (scope: InboxScope) => boolean): Promise<void> =>
  changeIndex(storage, async (scopes) => {
    for (const scope of scopes.filter(isDoomed))
      for (const part of storedParts) await storage.removeItem(storageKeyOf(scope, part))
    const rest = scopes.filter((scope) => !isDoomed(scope))
    if (rest.length === 0) await storage.removeItem(indexKey)
    else if (rest.length < scopes.length) await storage.setItem(indexKey, JSON.stringify(rest))
  })
