import { kindOf } from '../intents/kinds.ts'
import type { IntentLog } from '../log/intentLog.ts'
import { restoreIntents } from '../log/restoreIntents.ts'
import { ifAllowed, warnRefused } from '../model/ifAllowed.ts'
import type { InboxScope } from '../model/inboxKeys.ts'
import { ifFree, type Locks } from '../model/locks.ts'
import type { Ticker } from '../model/ticker.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { intentsKeyOf, listKeys, readJson, type StorageAccess } from './inboxStorage.ts'
import { all, andThen, type MaybePromise } from './maybePromise.ts'
import { deserializeLog, readLog, serializeLog, type SerializedLog } from './serializedIntents.ts'

/** Persists intents until they have settled: across reloads, and in the order in which they were made. */
export interface IntentPersister {
  /** Starts. The first time it restores what closed tabs left; resolves once their intents are queued. */
  start(): Promise<void>
  /** Another tab persists intents now: this one takes them over if it closes. */
  onPersisting(tabId: string): void
  /** Stops writing. What is stored stays. */
  stop(): void
}

/** The part of sessionStorage by which a tab recognizes its own intents after a reload. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem'>

export interface IntentPersisterOptions extends StorageAccess {
  scope: InboxScope
  log: IntentLog
  tick: Pick<Ticker, 'observe'>
  monotonic: () => number
  owner: string
  /** Returns what is this tab's own. Throws where the browser forbids it. Default: sessionStorage. */
  session?: (() => TabStorage) | undefined
  locks: Locks | undefined
  report: (error: unknown) => void
  /** A tab that read the storage earlier does not know that this one persists intents now, so it broadcasts that. */
  tabs: Pick<Tabs, 'broadcast'>
}

/**
 * How long a tab waits before it takes over the intents of a closed tab, in milliseconds. A closed tab may have been
 * reloaded. Then it restores its intents itself, so that its next ones come after them.
 */
const returnWithin = 5_000

/** How long the document before a reload may still hold its lock, in milliseconds. */
const leavesWithin = 1_000

/** Where a tab stores the ids that it had: each reload gives it another. */
const tabIdsKey = 'tidings:1 tabIds'

/** Stores the tab's id. Returns those that it had before, and those of a tab that it was duplicated from. */
const addTabId = (tabId: string, session: () => TabStorage = () => sessionStorage): readonly string[] =>
  ifAllowed('sessionStorage', () => {
    const earlier = session().getItem(tabIdsKey)?.split(' ') ?? []
    session().setItem(tabIdsKey, [...earlier.slice(-9), tabId].join(' '))
    return earlier
  }) ?? []

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

type TabLog = SerializedLog & { tabId: string }

const idsOf = (pending: readonly { id: string }[] = []): ReadonlySet<string> => new Set(pending.map(({ id }) => id))

export const createIntentPersister = (options: IntentPersisterOptions): IntentPersister => {
  const { storage, write, run, scope, log, tick, monotonic, owner, locks, report, tabs } = options
  let restored: Promise<void> | undefined
  let isRestored = false
  let isPersisting = false
  /** Open tabs that persist intents. */
  const watched = new Set<string>()
  let ending = new AbortController()

  const keyOf = (tabId: string) => intentsKeyOf(scope, tabId)

  /** Holds a lock, or waits in line for it, until `stop`. */
  const hold = (tabId: string, task: (signal: AbortSignal) => unknown) => {
    const { signal } = ending
    const request = async () => locks?.request(keyOf(tabId), { signal }, () => task(signal))
    // Without locks, no tab learns that another one closes: the next visit sends what it left.
    request().catch((error: unknown) => signal.aborted || warnRefused('Web Locks', error))
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
    const own = serializeLog(log.getPending(), log.getState())
    const wasPersisting = isPersisting
    isPersisting = Object.values(own).flat().length > 0
    if (isPersisting && !wasPersisting) tabs.broadcast({ kind: 'persisting', tabId: owner })
    return isPersisting ? write(keyOf(owner), JSON.stringify(own)) : storage.removeItem(keyOf(owner))
  }

  /** Shows the log of another tab. Returns the ids of its intents that are left to send. */
  const show = (stored: SerializedLog): ReadonlySet<string> => {
    for (const { settledAt } of [...stored.settledItems, ...stored.settledOthers]) tick.observe(settledAt)
    for (const { madeAt } of stored.pending) if (madeAt !== undefined) tick.observe(madeAt)
    const restoredLog = deserializeLog(stored)
    const pending = restoredLog.pending.flatMap((intent) => {
      const { withoutSuperseded } = kindOf(intent)
      return withoutSuperseded ? (withoutSuperseded(intent, log.getPending(), log.getState()) ?? []) : intent
    })
    // It may show a deletion that the tab held.
    log.drop(idsOf(stored.pending))
    restoreIntents(log, { ...restoredLog, pending })
    return idsOf(pending)
  }

  /**
   * Takes over the intents of a closed tab, unless another tab was faster.
   * @param shown the log of that tab that is shown already. The tab may have added or sent intents since.
   */
  const takeOver = async (tabId: string, shown: TabLog | undefined) => {
    let left: ReadonlySet<string> | undefined
    await run(() =>
      andThen(read(tabId), (stored) => {
        if (stored === undefined) return undefined
        log.drop(idsOf(shown?.pending))
        left = show(stored)
        return andThen(writeOwn(), () => storage.removeItem(keyOf(tabId)))
      }),
    )
    if (left) log.queue(left)
    else log.drop(idsOf(shown?.pending))
  }

  /** Sends the intents of a tab if it is closed. Resolves to whether it is. */
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
      const timer = setTimeout(takeOverNow, monotonic() < mayBeOursUntil ? 0 : returnWithin)
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  }

  const watch = (tabId: string, mayBeOursUntil?: number) => {
    if (watched.has(tabId)) return
    watched.add(tabId)
    waitFor(tabId, mayBeOursUntil)
  }

  const restore = async () => {
    const earlier = addTabId(owner, options.session)
    let others: readonly TabLog[] = []
    await run(() =>
      andThen(readOthers(), (logs) => {
        others = logs
        // At once: this visit starts with what the user last saw. Once all are shown, it is known which of them
        // another one supersedes, in whatever order the storage lists them.
        for (const shown of logs) show(shown)
      }),
    )
    for (const shown of others) {
      if (await takeOverIfClosed(shown.tabId, shown)) continue
      log.drop(idsOf(shown.pending))
      watch(shown.tabId, earlier.includes(shown.tabId) ? monotonic() + leavesWithin : undefined)
    }
    isRestored = true
    writeLater()
  }

  // Until it is known which restored intents this tab sends, nothing is written.
  const writeLater = () => void (isRestored && run(writeOwn))

  return {
    start: () => {
      ending = new AbortController()
      const { signal } = ending
      // While it was stopped, other tabs may have taken over and forgotten this one.
      isPersisting = false
      hold(owner, untilAborted)
      for (const tabId of watched) waitFor(tabId)
      signal.addEventListener('abort', log.subscribe(writeLater))
      return (restored ??= restore().catch(report))
    },
    onPersisting: (tabId) => {
      if (!ending.signal.aborted) watch(tabId)
    },
    stop: () => ending.abort(),
  }
}
