import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { InboxKeys } from '../model/inboxKeys.ts'
import type { Ticker } from '../model/ticker.ts'
import { type InboxStorage, readJson } from './inboxStorage.ts'
import { serializePages, restorePages } from './serializedPages.ts'

/** Keeps the newest page of each list and count, so that the next visit begins with them. */
export interface PagePersister {
  /** Begins to keep. The first time it restores what is kept. */
  start(): void
  /** Writes at once what waits to be written. */
  flush(): void
  /** Ends keeping; what is kept stays. */
  stop(): void
}

export interface PagePersisterOptions {
  storage: InboxStorage
  storageKey: string
  queryClient: QueryClient
  keys: InboxKeys
  tick: Pick<Ticker, 'observe'>
  now: () => number
  report: (error: unknown) => void
}

/** Pages change with every poll: how long they may wait to be written, in milliseconds. */
const writeAfter = 1_000

export const createPagePersister = (options: PagePersisterOptions): PagePersister => {
  const { storage, storageKey, queryClient, keys, tick, now, report } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRestored = false
  let stopWatching = () => {}

  const write = async () => {
    const pages = serializePages(queryClient, keys)
    // Nothing was answered yet: what an earlier visit kept stays.
    if (pages.length === 0) return
    try {
      await storage.setItem(storageKey, JSON.stringify(pages))
    } catch (error) {
      report(error)
    }
  }
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    void write()
  }
  const schedule = () => (timer ??= setTimeout(flush, writeAfter))
  const isOurs = (queryKey: QueryKey) => keys.all.every((part, place) => part === queryKey[place])
  const watch = () =>
    queryClient.getQueryCache().subscribe((event) => {
      // An answer, and not each question: those go on after somebody has signed out elsewhere.
      if (event.type === 'updated' && event.action.type === 'success' && isOurs(event.query.queryKey)) schedule()
    })

  const take = (text: string | null | undefined) =>
    restorePages(queryClient, keys, tick, { now: now(), isFresh: false }, readJson(text))
  const restore = () => {
    try {
      const text = storage.getItem(storageKey)
      // At once where the storage answers at once: before the first picture.
      if (text instanceof Promise) text.then(take).catch(report)
      else take(text)
    } catch (error) {
      report(error)
    }
  }

  return {
    start: () => {
      stopWatching = watch()
      if (!isRestored) restore()
      isRestored = true
      // What was loaded before keeping began.
      schedule()
    },
    flush,
    stop: () => {
      flush()
      stopWatching()
    },
  }
}
