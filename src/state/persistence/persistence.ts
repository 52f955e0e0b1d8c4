import type { QueryClient } from '@tanstack/react-query'
import { SetupError } from '../../client/errors/SetupError.ts'
import type { MarkLog } from '../marks/markLog.ts'
import { type InboxKeys, type InboxScope, isSameScope } from '../model/inboxKeys.ts'
import type { Locks } from '../model/locks.ts'
import type { Ticker } from '../model/ticker.ts'
import { connectOutbox, type MarkedInbox } from '../outbox/makeMark.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { addScope, browserStorage, hasScope, type InboxStorage, removeScopes, storageKeyOf } from './inboxStorage.ts'
import { createMarkPersister, type MarkPersister } from './markPersister.ts'
import { andThen } from './maybePromise.ts'
import { createPagePersister, type PagePersister } from './pagePersister.ts'

/**
 * Persists one subscriber's inbox between visits: the newest pages, the marks that have not settled, and the changes of
 * preferences that are not saved.
 */
export interface Persistence {
  /** Resolves once what earlier visits left is queued, so that new marks and changes come after it. */
  ready(): Promise<void>
  /** Restores what is stored, and persists from then on. Returns a function that ends it. */
  persistIn(storage: InboxStorage): () => void
  /** Another tab persists marks now. */
  onPersisting(tabId: string): void
  /** Writes the pages at once that are about to be written. */
  flush(): void
  /** Ends, and removes what is stored, unless another inbox of this browser page persists it too. */
  forget(): Promise<void>
}

export interface PersistenceOptions extends MarkedInbox {
  scope: InboxScope
  queryClient: QueryClient
  keys: InboxKeys
  log: MarkLog
  tick: Ticker
  now: () => number
  /** The id of this tab. */
  owner: string
  locks: Locks | undefined
  /** How long new marks wait for a storage that does not respond, in milliseconds. */
  patience: number
  report: (error: Error) => void
  tabs: Pick<Tabs, 'broadcast'>
}

/**
 * The value of the prop `persist`: a storage, with the code that stores an inbox in it. `persistInbox` of
 * `tidings/persist` creates it.
 */
export interface InboxPersister {
  /** Where the inbox is stored. */
  readonly storage: InboxStorage
  /** Connects the code to one inbox: a `Connect`, whose types are internal. Only tidings calls it. */
  readonly connect: (options: never) => unknown
}

/** Creates the persistence of one inbox. */
export type Connect = (options: PersistenceOptions) => Persistence

/** An inbox that is being persisted. */
interface PersistedInbox {
  storage: InboxStorage
  scope: InboxScope
  pages: PagePersister
  marks: MarkPersister
  /** Whether the storage's index has it. If it loses it later, another tab has removed everything. */
  isIndexed: boolean
}

/** Every inbox that this browser page persists. */
const active = new Set<PersistedInbox>()

const stop = (inbox: PersistedInbox) => {
  if (!active.delete(inbox)) return
  inbox.pages.stop()
  inbox.marks.stop()
}

const storageError = (cause: unknown) =>
  new SetupError(
    'TIDINGS_209',
    'persist',
    {
      what: "the inbox can't be saved.",
      why: `The storage failed (${String(cause)}).`,
      cure:
        process.env.NODE_ENV !== 'production'
          ? 'Pass a storage to `persistInbox` that is available and has free space, or remove the prop `persist`.'
          : undefined,
    },
    { cause },
  )

const createPersistence: Connect = (options) => {
  const { scope, log, patience, report } = options
  // Marks of earlier visits are sent before this one has made any.
  const { preferences } = options.connectOutbox(connectOutbox)
  /** Calls `listener` after each change of a mark or of the preferences. */
  const subscribe = (listener: () => void) => {
    const ends = [log, preferences.log].map((each) => each.subscribe(listener))
    return () => {
      for (const end of ends) end()
    }
  }
  let inbox: PersistedInbox | undefined
  /** The number of mounted inboxes that share it. */
  let users = 0
  let ready = Promise.resolve()
  let hasFailed = false

  // A storage that is full or forbidden fails with each change.
  const reportOnce = (error: unknown) => {
    if (!hasFailed) report(storageError(error))
    hasFailed = true
  }

  const create = (storage: InboxStorage): PersistedInbox => {
    // Another tab may have removed everything, because the user signed out there. Then nothing may be written again.
    const guarded: InboxStorage = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => {
        const write = (isStored: boolean) => (isStored ? storage.setItem(key, value) : stop(created))
        return andThen(!created.isIndexed || hasScope(storage, scope), write)
      },
      removeItem: (key) => storage.removeItem(key),
    }
    const common = { ...options, preferences, subscribe, storage: guarded, report: reportOnce }
    const created: PersistedInbox = {
      storage,
      scope,
      pages: createPagePersister({ ...common, storageKey: storageKeyOf(scope, 'pages') }),
      marks: createMarkPersister(common),
      isIndexed: false,
    }
    return created
  }

  /** Adds the inbox to the storage's index. The previous user of this browser has left, so theirs are removed. */
  const addToIndex = async (added: PersistedInbox) => {
    const { storage } = added
    added.isIndexed = false
    await addScope(storage, scope)
    added.isIndexed = true
    // By now, the other inboxes of this browser page are mounted.
    const isUsed = (other: InboxScope) =>
      [...active].some((one) => one.storage === storage && isSameScope(one.scope, other))
    await removeScopes(storage, (other) => other.endpoint === scope.endpoint && !isUsed(other))
  }

  const whenAllSettled = (task: () => void) => {
    const run = () => {
      if (log.getState().pending.length + preferences.unsaved().length > 0) return
      unsubscribe()
      task()
    }
    const unsubscribe = subscribe(run)
    run()
  }

  return {
    ready: () => ready,
    persistIn: (storage) => {
      users += 1
      inbox ??= create(storage)
      if (!active.has(inbox)) {
        active.add(inbox)
        inbox.pages.start()
        const timeout = new Promise<void>((_, reject) => setTimeout(reject, patience, 'no response'))
        ready = Promise.race([inbox.marks.start(), timeout]).catch(reportOnce)
        addToIndex(inbox).catch(reportOnce)
      }
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        users -= 1
        // If it stopped earlier, another tab would send the marks that this one is still sending.
        whenAllSettled(() => users === 0 && inbox && stop(inbox))
      }
    },
    onPersisting: (tabId) => inbox?.marks.onPersisting(tabId),
    flush: () => inbox?.pages.flush(),
    forget: async () => {
      if (inbox === undefined || users > 0) return
      stop(inbox)
      await removeScopes(inbox.storage, (other) => isSameScope(other, scope)).catch(reportOnce)
    },
  }
}

/**
 * Persists an inbox between visits, as the value of the prop `persist`. The next visit starts with the newest page of
 * this one, before the network responds, and sends the marks and the changes of preferences that have not reached the
 * service, such as those made offline.
 *
 * ```tsx
 * <Inbox subscriberId={user.id} baseUrl="/api/inbox" persist={persistInbox()} />
 * ```
 *
 * @param storage localStorage, or an object with the same methods, such as IndexedDB behind them. The storage is read
 * once per mount, so the prop may be written inline. Default: localStorage.
 */
export const persistInbox = (storage: InboxStorage = browserStorage): InboxPersister => ({
  storage,
  connect: createPersistence,
})

/**
 * Removes everything that `persist` has stored, of every subscriber. Call it when the user signs out. Mounted inboxes
 * store nothing more. Marks and changes that have not reached the service by then are lost when the browser page
 * closes.
 *
 * @param storage The storage that `persistInbox` was given. Default: localStorage.
 */
export const clearInbox = async (storage: InboxStorage = browserStorage): Promise<void> => {
  for (const inbox of active) if (inbox.storage === storage) stop(inbox)
  await removeScopes(storage, () => true)
}
