import type { QueryClient } from '@tanstack/react-query'
import { SetupError } from '../../client/errors/SetupError.ts'
import type { MarkLog } from '../marks/markLog.ts'
import { type InboxKeys, type InboxScope, isSameScope } from '../model/inboxKeys.ts'
import type { Locks } from '../model/locks.ts'
import type { Mark } from '../model/mark.ts'
import type { Ticker } from '../model/ticker.ts'
import { browserStorage, type InboxStorage, hasScope, storageKeyOf, addScope, removeScopes } from './inboxStorage.ts'
import { createMarkPersister, type MarkPersister } from './markPersister.ts'
import { createPagePersister, type PagePersister } from './pagePersister.ts'

/** Keeps one subscriber's inbox between visits: the newest pages, and the marks that have not arrived yet. */
export interface Persistence {
  /** Resolves once the marks of earlier visits are queued: those of this one come after them. */
  ready(): Promise<void>
  /** Restores what is kept, and keeps what follows. Returns the end of it. */
  keepIn(storage: InboxStorage): () => void
  /** Marks are about to travel under this idempotency key. */
  sent(marks: readonly Mark[], key: string): void
  /** Another page keeps marks: they are taken over when it is closed before they have arrived. */
  watch(page: string): void
  /** Writes at once what waits to be written. */
  flush(): void
  /** Keeps no more, and removes what is kept, unless another inbox of this page keeps it too. */
  forget(): Promise<void>
}

export interface PersistenceOptions {
  scope: InboxScope
  queryClient: QueryClient
  keys: InboxKeys
  log: MarkLog
  tick: Ticker
  now: () => number
  /** Name of this page among the browser's others. */
  owner: string
  locks: Locks | undefined
  /** How long marks wait for a storage that does not answer, in milliseconds. */
  patience: number
  report: (error: Error) => void
  /** Sends a mark of an earlier visit. */
  send: (mark: Mark) => void
  /** Told that this page keeps marks from now on. */
  onKeeping: () => void
}

interface Keeping {
  storage: InboxStorage
  scope: InboxScope
  pages: PagePersister
  marks: MarkPersister
  /** Whether the storage's index names it. If it then no longer does, another tab has removed it all. */
  isNoted: boolean
}

/** Everything that is being kept on this page. */
const active = new Set<Keeping>()

const stop = (keeping: Keeping) => {
  if (!active.delete(keeping)) return
  keeping.pages.stop()
  keeping.marks.stop()
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
          ? 'Pass a storage to `persist` that is available and has free space, or remove the prop.'
          : undefined,
    },
    { cause },
  )

export const createPersistence = (options: PersistenceOptions): Persistence => {
  const { scope, log, patience, report } = options
  let keeping: Keeping | undefined
  /** How many inboxes of this page are part of it. */
  let members = 0
  let ready = Promise.resolve()
  let hasFailed = false

  // A storage that is full or forbidden fails with each change.
  const reportOnce = (error: unknown) => {
    if (!hasFailed) report(storageError(error))
    hasFailed = true
  }

  const create = (storage: InboxStorage): Keeping => {
    /** Writes only what is still to be kept: somebody may have signed out in another tab. */
    const own: InboxStorage = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => {
        const write = (isKept: boolean) => (isKept ? storage.setItem(key, value) : stop(created))
        const isKept = !created.isNoted || hasScope(storage, scope)
        return isKept instanceof Promise ? isKept.then(write) : write(isKept)
      },
      removeItem: (key) => storage.removeItem(key),
    }
    const common = { ...options, storage: own, report: reportOnce }
    const created: Keeping = {
      storage,
      scope,
      pages: createPagePersister({ ...common, storageKey: storageKeyOf(scope, 'pages') }),
      marks: createMarkPersister({ ...common, storageKey: storageKeyOf(scope, 'marks') }),
      isNoted: false,
    }
    return created
  }

  /** Notes that this inbox is kept. Whoever used this browser before has left: nothing of theirs stays in it. */
  const moveIn = async (moving: Keeping) => {
    const { storage } = moving
    moving.isNoted = false
    await addScope(storage, scope)
    moving.isNoted = true
    // The other inboxes of this page are there by now.
    const isUsed = (other: InboxScope) =>
      [...active].some((one) => one.storage === storage && isSameScope(one.scope, other))
    await removeScopes(storage, (other) => other.endpoint === scope.endpoint && !isUsed(other))
  }

  const whenAllArrived = (task: () => void) => {
    if (log.getState().pending.length === 0) return task()
    const unsubscribe = log.subscribe(() => {
      if (log.getState().pending.length > 0) return
      unsubscribe()
      task()
    })
  }

  return {
    ready: () => ready,
    keepIn: (storage) => {
      members += 1
      keeping ??= create(storage)
      if (!active.has(keeping)) {
        active.add(keeping)
        keeping.pages.start()
        const silence = new Promise<void>((_, reject) => setTimeout(reject, patience, 'no answer'))
        ready = Promise.race([keeping.marks.start(), silence]).catch(reportOnce)
        moveIn(keeping).catch(reportOnce)
      }
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        members -= 1
        // Until then another tab would send what this one is sending still.
        whenAllArrived(() => members === 0 && keeping && stop(keeping))
      }
    },
    sent: (marks, key) => {
      // What is sent on the way out of a page that forgets all is not noted again.
      if (keeping && active.has(keeping)) keeping.marks.sent(marks, key)
    },
    watch: (page) => keeping?.marks.watch(page),
    flush: () => keeping?.pages.flush(),
    forget: async () => {
      if (keeping === undefined || members > 0) return
      stop(keeping)
      await removeScopes(keeping.storage, (other) => isSameScope(other, scope)).catch(reportOnce)
    },
  }
}

/**
 * Removes everything that `persist` keeps in a storage, of every subscriber. Call it when somebody signs out; inboxes that
 * are still shown keep nothing more. Marks that have not reached the service by then are lost after this visit.
 *
 * @param storage the one that `persist` was given. Default: localStorage.
 */
export const clearInbox = async (storage: InboxStorage = browserStorage): Promise<void> => {
  for (const keeping of active) if (keeping.storage === storage) stop(keeping)
  await removeScopes(storage, () => true)
}
