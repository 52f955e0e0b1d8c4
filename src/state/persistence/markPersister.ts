import { dropSuperseded } from '../marks/dropSuperseded.ts'
import type { MarkLog } from '../marks/markLog.ts'
import { ifFree, type Locks } from '../model/locks.ts'
import type { Mark } from '../model/mark.ts'
import type { Ticker } from '../model/ticker.ts'
import { type InboxStorage, readJson } from './inboxStorage.ts'
import { serializeLog, type SerializedLog, parseLogs, deserializeLog } from './serializedMarks.ts'

/** Keeps the marks that have not arrived yet, until they have: across reloads, and in the order in which they were made. */
export interface MarkPersister {
  /** Begins to keep. The first time it takes over what closed pages kept; resolves once their marks are queued. */
  start(): Promise<void>
  /** Marks are about to travel under this idempotency key. */
  sent(marks: readonly Mark[], key: string): void
  /** Takes over what another page keeps as soon as that page is gone. */
  watch(page: string): void
  /** Ends keeping; what is kept stays. */
  stop(): void
}

export interface MarkPersisterOptions {
  storage: InboxStorage
  /** Where in the storage. All tabs of the browser share it. */
  storageKey: string
  log: MarkLog
  tick: Pick<Ticker, 'observe'>
  now: () => number
  /** Name of this page among the browser's others. */
  owner: string
  locks: Locks | undefined
  report: (error: unknown) => void
  /** Sends a mark of a page that is gone. */
  send: (mark: Mark) => void
  /** Told that this page keeps marks from now on: a page that read the storage before does not know. */
  onKeeping: () => void
}

/**
 * For how long a page that went away may come back, in milliseconds: one that was loaded anew takes over what it left itself,
 * so that what its reader marks next comes after it.
 */
const returnWithin = 5_000

/** How long after a page was loaded anew what it was before may still be there, in milliseconds. */
const leavesWithin = 1_000

/** Held by a page for as long as it is there, so that no other page sends its marks. */
const lockOf = (storageKey: string, owner: string) => `${storageKey} ${owner}`

export const createMarkPersister = (options: MarkPersisterOptions): MarkPersister => {
  const { storage, storageKey, log, tick, now, owner, locks, report, send, onKeeping } = options
  const sentAs = new Map<string, string>()
  /** The last change of a storage that answers later: changes are made one after another. */
  let underWay: Promise<unknown> | undefined
  let restored: Promise<void> | undefined
  let isRestored = false
  let isKeeping = false
  /** Pages that are there, and keep marks. */
  const watched = new Set<string>()
  let ending = new AbortController()

  /** Holds a lock, or waits for it in line, for as long as this page is there. */
  const hold = (page: string, task: (signal: AbortSignal) => unknown) => {
    const { signal } = ending
    locks
      ?.request(lockOf(storageKey, page), { signal }, () => task(signal))
      .catch((error: unknown) => signal.aborted || report(error))
  }

  const write = (logs: readonly SerializedLog[]) =>
    logs.length === 0 ? storage.removeItem(storageKey) : storage.setItem(storageKey, JSON.stringify(logs))

  const replaceOwn = (logs: readonly SerializedLog[], gone?: string) => {
    const own = serializeLog(owner, log.getState(), sentAs)
    const others = logs.filter((kept) => kept.owner !== owner && kept.owner !== gone)
    const onTheirWay = new Set(own.pending.map(({ id }) => id))
    for (const id of sentAs.keys()) if (!onTheirWay.has(id)) sentAs.delete(id)
    const wasKeeping = isKeeping
    isKeeping = own.pending.length + own.settledItems.length + own.settledAlls.length > 0
    if (isKeeping && !wasKeeping) onKeeping()
    return write(isKeeping ? [...others, own] : others)
  }

  /** Works on what is kept: at once where the storage answers at once, so that a tab may close right after a click. */
  const work = (task: (logs: SerializedLog[]) => unknown): unknown => {
    const run = () => {
      const text = storage.getItem(storageKey)
      return text instanceof Promise
        ? text.then((late) => task(parseLogs(readJson(late))))
        : task(parseLogs(readJson(text)))
    }
    try {
      const done = underWay ? underWay.then(run) : run()
      if (!(done instanceof Promise)) return undefined
      return (underWay = done.catch(report))
    } catch (error) {
      return report(error)
    }
  }

  const note = () => void work((logs) => replaceOwn(logs))

  const show = (kept: SerializedLog) => {
    for (const { settledAt } of [...kept.settledItems, ...kept.settledAlls]) tick.observe(settledAt)
    for (const { madeAt } of kept.pending) if (madeAt !== undefined) tick.observe(madeAt)
    const left = deserializeLog(kept)
    const isSent = (id: string) => sentAs.has(id)
    const pending = left.pending.flatMap((mark) => dropSuperseded(mark, log.getState(), isSent) ?? [])
    log.restore({ ...left, pending })
    for (const { id, sentAs: key } of pending) if (key !== undefined) sentAs.set(id, key)
    return pending
  }

  /** Takes a closed page's marks over, unless another page was faster. */
  const takeOver = async (page: string, marksOf: (kept: SerializedLog) => Mark[]) => {
    let marks: Mark[] = []
    await work((logs) => {
      const kept = logs.find((one) => one.owner === page)
      if (kept === undefined) return undefined
      marks = marksOf(kept)
      return replaceOwn(logs, page)
    })
    for (const mark of marks) send(mark)
    return marks
  }

  const takeOverLeft = async (page: string) => {
    const wasGone = await ifFree(locks, lockOf(storageKey, page), async (isGone) => {
      if (isGone) await takeOver(page, show)
      return isGone
    })
    if (wasGone) watched.delete(page)
    // Its inbox was taken from the page for a moment only, or another page is faster.
    else waitFor(page)
  }

  /**
   * Whoever waits in line for a page's lock gets it when that page is closed.
   * @param mayBeOurs until when it may be that this page was that one before it was loaded anew.
   */
  const waitFor = (page: string, mayBeOurs = 0) => {
    hold(page, (signal) => {
      const takeOverNow = () => void takeOverLeft(page).catch(report)
      const timer = setTimeout(takeOverNow, now() < mayBeOurs ? 0 : returnWithin)
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  }

  const watch = (page: string, mayBeOurs?: number) => {
    if (watched.has(page)) return
    watched.add(page)
    waitFor(page, mayBeOurs)
  }

  /** Takes over what was shown of another page, unless that page is still there: then, once it has gone. */
  const takeOverIfGone = async (page: string, shown: Mark[]) => {
    const drop = () => log.drop(new Set(shown.map(({ id }) => id)))
    const wasGone = await ifFree(locks, lockOf(storageKey, page), async (isGone) => {
      if (isGone && (await takeOver(page, () => shown)).length === 0) drop()
      return isGone
    })
    if (wasGone) return
    drop()
    watch(page, now() + leavesWithin)
  }

  const restore = async () => {
    let others: SerializedLog[] = []
    const reading = work((logs) => (others = logs.filter((kept) => kept.owner !== owner)))
    if (reading instanceof Promise) await reading
    // Shown at once: the first picture of this visit is how the last one ended.
    const shown = [...others].reverse().map((kept) => [kept.owner, show(kept)] as const)
    for (const [page, marks] of [...shown].reverse()) await takeOverIfGone(page, marks)
    isRestored = true
    note()
  }

  const untilAborted = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })

  return {
    start: () => {
      ending = new AbortController()
      hold(owner, untilAborted)
      for (const page of watched) waitFor(page)
      // Until it is known which of the restored marks are ours to send, nothing is written.
      ending.signal.addEventListener(
        'abort',
        log.subscribe(() => isRestored && note()),
      )
      return (restored ??= restore().catch(report))
    },
    sent: (marks, key) => {
      for (const { id } of marks) sentAs.set(id, key)
      note()
    },
    watch: (page) => watch(page),
    stop: () => ending.abort(),
  }
}
