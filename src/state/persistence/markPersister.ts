import { dropSuperseded } from '../marks/dropSuperseded.ts'
import type { MarkLog } from '../marks/markLog.ts'
import { restoreMarks } from '../marks/restoreMarks.ts'
import type { InboxScope } from '../model/inboxKeys.ts'
import { ifFree, type Locks } from '../model/locks.ts'
import type { Ticker } from '../model/ticker.ts'
import type { PreferencesSender } from '../outbox/preferencesSender.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { listKeys, marksKeyOf, readJson, type StorageAccess } from './inboxStorage.ts'
import { all, andThen, type MaybePromise } from './maybePromise.ts'
import { deserializeLog, readLog, serializeLog, type SerializedLog } from './serializedMarks.ts'

/**
 * Persists marks until they have settled, and changes of preferences until they are saved: across reloads, and in the
 * order in which they were made.
 */
export interface MarkPersister {
  /** Starts. The first time it restores what closed tabs left; resolves once their marks are queued. */
  start(): Promise<void>
  /** Another tab persists marks now: this one takes them over if it closes. */
  onPersisting(tabId: string): void
  /** Stops writing. What is stored stays. */
  stop(): void
}

export interface MarkPersisterOptions extends StorageAccess {
  scope: InboxScope
  log: MarkLog
  preferences: PreferencesSender
  /** Calls `listener` after each change of `log` and `preferences`. Returns an unsubscribe. */
  subscribe: (listener: () => void) => () => void
  tick: Pick<Ticker, 'observe'>
  now: () => number
  owner: string
  locks: Locks | undefined
  report: (error: unknown) => void
  /** A tab that read the storage earlier does not know that this one persists marks now, so it broadcasts that. */
  tabs: Pick<Tabs, 'broadcast'>
}

/**
 * How long a tab waits before it takes over the marks of a closed tab, in milliseconds. A closed tab may have been
 * reloaded. Then it restores its marks itself, so that its next marks come after them.
 */
const returnWithin = 5_000

/** How long the document before a reload may still hold its lock, in milliseconds. */
const leavesWithin = 1_000

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

type TabLog = SerializedLog & { tabId: string }

const idsOf = (pending: readonly { id: string }[] = []): ReadonlySet<string> => new Set(pending.map(({ id }) => id))

export const createMarkPersister = (options: MarkPersisterOptions): MarkPersister => {
  const { storage, write, run, scope, log, preferences, tick, now, owner, locks, report, tabs } = options
  let restored: Promise<void> | undefined
  let isRestored = false
  let isPersisting = false
  /** Open tabs that persist marks. */
  const watched = new Set<string>()
  let ending = new AbortController()

  const keyOf = (tabId: string) => marksKeyOf(scope, tabId)

  /** Holds a lock, or waits in line for it, until `stop`. */
  const hold = (tabId: string, task: (signal: AbortSignal) => unknown) => {
    const { signal } = ending
    locks
      ?.request(keyOf(tabId), { signal }, () => task(signal))
      .catch((error: unknown) => signal.aborted || report(error))
  }

  /** Reads the log of a tab. Undefined if it is not stored, or can't be read. */
  const read = (tabId: string): MaybePromise<TabLog | undefined> =>
    andThen(storage.getItem(keyOf(tabId)), (text) => {
      const stored = readLog(readJson(text))
      return stored && { ...stored, tabId }
    })

  const readOthers = (): MaybePromise<TabLog[]> =>
    andThen(listKeys(storage), (keys) => {
      const prefix = keyOf('')
      const others = keys.filter((key) => key.startsWith(prefix) && key !== keyOf(owner))
      return andThen(all(others.map((key) => read(key.slice(prefix.length)))), (logs) =>
        logs.filter((stored) => stored !== undefined),
      )
    })

  const writeOwn = (): MaybePromise<unknown> => {
    const own = serializeLog(log.getPending(), log.getState(), preferences.unsaved())
    const wasPersisting = isPersisting
    isPersisting = Object.values(own).flat().length > 0
    if (isPersisting && !wasPersisting) tabs.broadcast({ kind: 'persisting', tabId: owner })
    return isPersisting ? write(keyOf(owner), JSON.stringify(own)) : storage.removeItem(keyOf(owner))
  }

  /** Shows the log of another tab. Returns the ids of its marks that are left to send. */
  const show = (stored: SerializedLog): ReadonlySet<string> => {
    for (const { settledAt } of [...stored.settledItems, ...stored.settledAlls]) tick.observe(settledAt)
    for (const { madeAt } of stored.pending) if (madeAt !== undefined) tick.observe(madeAt)
    const restoredLog = deserializeLog(stored)
    const pending = restoredLog.pending.flatMap((mark) => dropSuperseded(mark, log.getPending(), log.getState()) ?? [])
    restoreMarks(log, { ...restoredLog, pending })
    return idsOf(pending)
  }

  /**
   * Takes over the marks of a closed tab, unless another tab was faster.
   * @param shown the log of that tab that is shown already. The tab may have added or sent marks since.
   */
  const takeOver = async (tabId: string, shown: TabLog | undefined) => {
    let left: ReadonlySet<string> | undefined
    await run(() =>
      andThen(read(tabId), (stored) => {
        if (stored === undefined) return undefined
        log.drop(idsOf(shown?.pending))
        left = show(stored)
        // A failure is reported.
        for (const { change, key } of stored.preferences) preferences.update(change, key).catch(() => {})
        return andThen(writeOwn(), () => storage.removeItem(keyOf(tabId)))
      }),
    )
    if (left) log.queueRestored(left)
    else log.drop(idsOf(shown?.pending))
  }

  /** Sends the marks of a tab if it is closed. Resolves to whether it is. */
  const takeOverIfClosed = (tabId: string, shown?: TabLog) =>
    ifFree(locks, keyOf(tabId), async (isClosed) => {
      if (isClosed) await takeOver(tabId, shown)
      return isClosed
    })

  const takeOverLater = async (tabId: string) => {
    if (await takeOverIfClosed(tabId)) watched.delete(tabId)
    // The tab has mounted its inbox again, or another tab is faster.
    else waitFor(tabId)
  }

  /**
   * Waits for a tab's lock, which is free once that tab is closed.
   * @param mayBeOursUntil until then, the lock may belong to the document of this tab before a reload.
   */
  const waitFor = (tabId: string, mayBeOursUntil = 0) => {
    hold(tabId, (signal) => {
      const takeOverNow = () => void takeOverLater(tabId).catch(report)
      const timer = setTimeout(takeOverNow, now() < mayBeOursUntil ? 0 : returnWithin)
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  }

  const watch = (tabId: string, mayBeOursUntil?: number) => {
    if (watched.has(tabId)) return
    watched.add(tabId)
    waitFor(tabId, mayBeOursUntil)
  }

  const restore = async () => {
    let others: readonly TabLog[] = []
    await run(() =>
      andThen(readOthers(), (logs) => {
        others = logs
        // At once: this visit starts with what the reader last saw. Once all are shown, it is known which of them
        // another one supersedes, in whatever order the storage lists them.
        for (const shown of logs) show(shown)
      }),
    )
    for (const shown of others) {
      if (await takeOverIfClosed(shown.tabId, shown)) continue
      log.drop(idsOf(shown.pending))
      watch(shown.tabId, now() + leavesWithin)
    }
    isRestored = true
    writeLater()
  }

  // Until it is known which restored marks this tab sends, nothing is written.
  const writeLater = () => void (isRestored && run(writeOwn))

  return {
    start: () => {
      ending = new AbortController()
      const { signal } = ending
      // While it was stopped, other tabs may have taken over and forgotten this one.
      isPersisting = false
      hold(owner, untilAborted)
      for (const tabId of watched) waitFor(tabId)
      signal.addEventListener('abort', options.subscribe(writeLater))
      return (restored ??= restore().catch(report))
    },
    onPersisting: (tabId) => {
      if (!ending.signal.aborted) watch(tabId)
    },
    stop: () => ending.abort(),
  }
}
