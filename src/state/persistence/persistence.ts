import type { QueryClient } from '@tanstack/react-query'
import { SetupError } from '../../client/errors/SetupError.ts'
import { type ActingInbox, connectOutbox } from '../intents/makeIntent.ts'
import type { IntentLog } from '../log/intentLog.ts'
import type { InboxKeys, InboxScope } from '../model/inboxKeys.ts'
import type { Locks } from '../model/locks.ts'
import type { Ticker } from '../model/ticker.ts'
import type { Tabs } from '../tabs/tabs.ts'
import {
  asInboxStorage,
  browserStorage,
  type InboxStorage,
  isEntryAt,
  isEntryOf,
  isForbidden,
  pagesKeyOf,
  removeEntries,
  type StorageAccess,
} from './inboxStorage.ts'
import { createIntentPersister, type TabStorage } from './intentPersister.ts'
import { andThen, createQueue } from './maybePromise.ts'
import { createPagePersister } from './pagePersister.ts'

/**
 * Persists one subscriber's inbox between visits: the newest pages, and the intents that have not settled.
 */
export interface Persistence {
  /** Resolves once what earlier visits left is queued, so that new intents come after it. */
  ready(): Promise<void>
  /** Restores what is stored, and persists from then on. */
  start(): () => void
  /** Another tab persists intents now. */
  onPersisting(tabId: string): void
  /** Writes the pages at once that are about to be written. */
  flush(): void
  /** Ends, and removes what is stored, unless another inbox of this browser page persists it too. */
  forget(): void
}

export interface PersistenceOptions extends ActingInbox {
  storage: InboxStorage | Storage
  scope: InboxScope
  queryClient: QueryClient
  keys: InboxKeys
  log: IntentLog
  tick: Ticker
  monotonic: () => number
  owner: string
  session?: (() => TabStorage) | undefined
  locks: Locks | undefined
  /** How long new intents wait for a storage that does not respond, in milliseconds. */
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
  readonly storage: InboxStorage | Storage
  /** Connects the code to one inbox: a `Connect`, whose types are internal. Only tidings calls it. */
  readonly connect: (options: never) => unknown
}

export type Connect = (options: PersistenceOptions) => Persistence

/** An inbox that this browser page persists. */
interface PersistedInbox {
  storage: InboxStorage | Storage
  scope: InboxScope
  /** Stops writing. What is stored stays. Resolves after the last write. */
  stop(): Promise<void>
}

const active = new Set<PersistedInbox>()

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
  const storage = asInboxStorage(options.storage)
  const queue = createQueue()
  const storageKey = pagesKeyOf(scope)
  // Intents of earlier visits are sent before this one has made any.
  options.connectOutbox(connectOutbox)
  /** The number of mounted inboxes that share it. */
  let users = 0
  let ready = Promise.resolve()
  let hasFailed = false

  // A storage that is full or forbidden fails with each change.
  const reportOnce = (error: unknown) => {
    if (!hasFailed) report(storageError(error))
    hasFailed = true
  }
  const run: StorageAccess['run'] = async (task) => {
    try {
      await queue(task)
    } catch (error) {
      reportOnce(error)
    }
  }
  const stop = () => {
    if (active.delete(inbox)) {
      pages.stop()
      intents.stop()
    }
    return run(() => undefined)
  }
  // Without that entry, another tab has removed everything, because the user signed out there.
  const write: StorageAccess['write'] = (key, text) =>
    andThen(storage.getItem(storageKey), (stored) =>
      typeof stored === 'string' ? storage.setItem(key, text) : void stop(),
    )
  const inbox: PersistedInbox = { storage: options.storage, scope, stop }
  const common = { ...options, storage, write, run, report: reportOnce }
  const pages = createPagePersister({ ...common, storageKey })
  const intents = createIntentPersister(common)

  const whenAllSettled = (task: () => void) => {
    const check = () => {
      if (log.getState().pending.length > 0) return
      unsubscribe()
      task()
    }
    const unsubscribe = log.subscribe(check)
    check()
  }

  const isUsed = (name: string) =>
    [...active].some((other) => other.storage === inbox.storage && isEntryOf(other.scope, name))

  const start = async () => {
    active.add(inbox)
    pages.start()
    const timeout = new Promise<void>((_, reject) => setTimeout(reject, patience, 'no response'))
    ready = Promise.race([intents.start(), timeout]).catch(reportOnce)
    // By then, the other inboxes of this browser page are mounted.
    await ready
    // The previous user of this browser has left.
    if (active.has(inbox))
      await run(() => removeEntries(storage, (name) => isEntryAt(scope.endpoint, name) && !isUsed(name)))
  }

  return {
    ready: () => ready,
    start: () => {
      users += 1
      if (!active.has(inbox)) void start()
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        users -= 1
        // If it stopped earlier, another tab would send the marks that this one is still sending.
        whenAllSettled(() => {
          if (users > 0) return
          pages.flush()
          void stop()
        })
      }
    },
    onPersisting: intents.onPersisting,
    flush: pages.flush,
    forget: () => {
      if (users > 0) return
      void stop()
      void run(() => removeEntries(storage, (name) => isEntryOf(scope, name)))
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
 * @param storage localStorage, sessionStorage, or an `InboxStorage`, such as IndexedDB. It is read once per mount, so
 * the prop may be written inline. Default: localStorage.
 */
export const persistInbox = (storage: InboxStorage | Storage = browserStorage): InboxPersister => ({
  storage,
  connect: createPersistence,
})

/**
 * Removes everything that `persist` has stored, of every subscriber. Call it when the user signs out. Mounted inboxes
 * store nothing more. Marks and changes that have not reached the service by then are lost when the browser page
 * closes.
 *
 * @param storage The storage that `persistInbox` was given. Default: localStorage.
 * @throws the error of the storage, which may then still have the inbox. Where the browser forbids the storage
 * (`SecurityError`), nothing is stored, and it resolves.
 */
export const clearInbox = async (storage: InboxStorage | Storage = browserStorage): Promise<void> => {
  const stopped = [...active].filter((inbox) => inbox.storage === storage)
  await Promise.all(stopped.map((inbox) => inbox.stop()))
  try {
    await removeEntries(asInboxStorage(storage), () => true)
  } catch (error) {
    if (!isForbidden(error)) throw error
  }
}
