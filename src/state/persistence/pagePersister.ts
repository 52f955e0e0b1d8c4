import type { QueryClient } from '@tanstack/react-query'
import { watchAnswers } from '../cache/cachedPages.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import type { Ticker } from '../model/ticker.ts'
import { type InboxStorage, readList } from './inboxStorage.ts'
import { restorePages, serializePages } from './serializedPages.ts'

/** Persists the newest page of each list and count, so that the next visit starts with them. */
export interface PagePersister {
  /** Starts. The first time it restores what is stored. */
  start(): void
  /** Writes at once what is about to be written. */
  flush(): void
  /** Stops writing. What is stored stays. */
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

/** The delay before pages are written, in milliseconds: each poll changes them. */
const writeAfter = 1_000

export const createPagePersister = (options: PagePersisterOptions): PagePersister => {
  const { storage, storageKey, queryClient, keys, tick, now, report } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRestored = false
  let stopWatching = () => {}

  const write = async () => {
    const pages = serializePages(queryClient, keys)
    // No response has arrived yet. What an earlier visit stored stays.
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

  const take = (text: string | null | undefined) =>
    restorePages(queryClient, keys, tick, { now: now(), isFresh: false }, readList(text))
  const restore = () => {
    try {
      const text = storage.getItem(storageKey)
      // A synchronous storage is read before the first paint.
      if (text instanceof Promise) text.then(take).catch(report)
      else take(text)
    } catch (error) {
      report(error)
    }
  }

  return {
    start: () => {
      stopWatching = watchAnswers({ queryClient, keys }, schedule)
      if (!isRestored) restore()
      isRestored = true
      // Pages may have been loaded before it started.
      schedule()
    },
    flush,
    stop: () => {
      flush()
      stopWatching()
    },
  }
}
