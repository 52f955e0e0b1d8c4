import { dropSuperseded } from '../marks/dropSuperseded.ts'
import type { MarkLog } from '../marks/markLog.ts'
import { restoreMarks } from '../marks/restoreMarks.ts'
import type { InboxScope } from '../model/inboxKeys.ts'
import { ifFree, type Locks } from '../model/locks.ts'
import type { Ticker } from '../model/ticker.ts'
import type { PreferencesSender } from '../outbox/preferencesSender.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { type InboxStorage, marksKeyOf } from './inboxStorage.ts'
import { createMarkStorage } from './markStorage.ts'
import { andThen, type MaybePromise } from './maybePromise.ts'
import { deserializeLog, serializeLog, type SerializedLog } from './serializedMarks.ts'

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

export interface MarkPersisterOptions {
  storage: InboxStorage
  scope: InboxScope
  log: MarkLog
  preferences: PreferencesSender
  /** Calls `listener` after each change of `log` and `preferences`. Returns an unsubscribe. */
  subscribe: (listener: () => void) => () => void
  tick: Pick<Ticker, 'observe'>
  now: () => number
  /** The id of this tab. */
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

export const createMarkPersister = (options: MarkPersisterOptions): MarkPersister => {
  const { scope, log, preferences, tick, now, owner, locks, report, tabs } = options
  const storage = createMarkStorage(options.storage, scope, locks)
  /** The last change of an asynchronous storage: changes run one after another. */
  let lastChange: Promise<unknown> | undefined
  let restored: Promise<void> | undefined
  let isRestored = false
  let isPersisting = false
  /** Open tabs that persist marks. */
  const watched = new Set<string>()
  let ending = new AbortController()

  /** Holds a lock, or waits in line for it, until `stop`. */
  const hold = (tabId: string, task: (signal: AbortSignal) => unknown) => {
    const { signal } = ending
    locks
      ?.request(marksKeyOf(scope, tabId), { signal }, () => task(signal))
      .catch((error: unknown) => signal.aborted || report(error))
  }

  /** Writes this tab's log, or removes it if it is empty. */
  const writeOwn = (): MaybePromise<unknown> => {
    const own = serializeLog(owner, log.getPending(), log.getState(), preferences.unsaved())
    const wasPersisting = isPersisting
    // Each mark and change is an entry, and so is the owner.
    isPersisting = Object.values(own).flat().length > 1
    if (isPersisting && !wasPersisting) tabs.broadcast({ kind: 'persisting', tabId: owner })
    return isPersisting ? storage.write(own) : storage.remove(owner)
  }

  /** Reads or changes the storage: synchronously if it can, because a tab may close right after a click. */
  const change = (run: () => MaybePromise<unknown>): unknown => {
    try {
      const done = lastChange ? lastChange.then(run) : run()
      if (!(done instanceof Promise)) return undefined
      return (lastChange = done.catch(report))
    } catch (error) {
      return report(error)
    }
  }

  /** Shows the log of another tab. Returns the ids of its marks that are left to send. */
  const restoreTab = (stored: SerializedLog): ReadonlySet<string> => {
    for (const { settledAt } of [...stored.settledItems, ...stored.settledAlls]) tick.observe(settledAt)
    for (const { madeAt } of stored.pending) if (madeAt !== undefined) tick.observe(madeAt)
    const left = deserializeLog(stored)
    const pending = left.pending.flatMap((mark) => dropSuperseded(mark, log.getPending(), log.getState()) ?? [])
    restoreMarks(log, { ...left, pending })
    return new Set(pending.map(({ id }) => id))
  }

  /**
   * Takes over the marks of a closed tab, unless another tab was faster.
   * @param shown the marks of that tab that are shown already. It may have added or sent some since.
   */
  const takeOver = async (tabId: string, shown: ReadonlySet<string>) => {
    let ids: ReadonlySet<string> | undefined
    await change(() =>
      andThen(storage.read(), (logs) => {
        const stored = logs.find((one) => one.owner === tabId)
        if (stored === undefined) return undefined
        log.drop(shown)
        ids = restoreTab(stored)
        // A failure is reported.
        for (const one of stored.preferences ?? []) preferences.update(one.change, one.key).catch(() => {})
        return andThen(writeOwn(), () => storage.remove(tabId))
      }),
    )
    if (ids) log.queueRestored(ids)
    else log.drop(shown)
  }

  /** Sends the marks of a tab if it is closed. Resolves to whether it is. */
  const takeOverIfClosed = (tabId: string, shown: ReadonlySet<string>) =>
    ifFree(locks, marksKeyOf(scope, tabId), async (isClosed) => {
      if (isClosed) await takeOver(tabId, shown)
      return isClosed
    })

  const takeOverLater = async (tabId: string) => {
    if (await takeOverIfClosed(tabId, new Set())) watched.delete(tabId)
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
    let others: SerializedLog[] = []
    const reading = change(() =>
      andThen(storage.read(), (logs) => {
        others = logs.filter((stored) => stored.owner !== owner)
      }),
    )
    if (reading instanceof Promise) await reading
    // Shown at once: this visit starts with what the reader last saw.
    const shown = [...others].reverse().map((stored) => [stored.owner, restoreTab(stored)] as const)
    for (const [tabId, ids] of [...shown].reverse()) {
      if (await takeOverIfClosed(tabId, ids)) continue
      log.drop(ids)
      watch(tabId, now() + leavesWithin)
    }
    isRestored = true
    write()
  }

  // Until it is known which restored marks this tab sends, nothing is written.
  const write = () => void (isRestored && change(writeOwn))

  return {
    start: () => {
      ending = new AbortController()
      const { signal } = ending
      // While it was stopped, other tabs may have taken over and forgotten this one.
      isPersisting = false
      hold(owner, untilAborted)
      for (const tabId of watched) waitFor(tabId)
      signal.addEventListener('abort', options.subscribe(write))
      return (restored ??= restore().catch(report))
    },
    onPersisting: (tabId) => {
      if (!ending.signal.aborted) watch(tabId)
    },
    stop: () => ending.abort(),
  }
}
