import type { QueryClient } from '@tanstack/react-query'
import { watchPages } from '../cache/cachedPages.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import type { Ticker } from '../model/ticker.ts'
import { readJson, type StorageAccess } from './inboxStorage.ts'
import { andThen } from './maybePromise.ts'
import { restorePages, serializePages } from './serializedPages.ts'

/** Persists the newest pages of lists and counts, so that the next visit starts with them. */
export interface PagePersister {
  /** Starts. The first time it restores what is stored. */
  start(): void
  /** Writes at once what is about to be written. */
  flush(): void
  /** Stops writing. What is stored stays. */
  stop(): void
}

export interface PagePersisterOptions extends StorageAccess {
  storageKey: string
  queryClient: QueryClient
  keys: InboxKeys
  tick: Pick<Ticker, 'observe'>
}

/** The delay before pages are written, in milliseconds: each poll changes them. */
const writeAfter = 1_000

export const createPagePersister = (options: PagePersisterOptions): PagePersister => {
  const { storage, storageKey, write, run, queryClient, keys, tick } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRestored = false
  let stopWatching = () => {}

  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const flush = () => {
    if (timer === undefined) return
    cancel()
    const pages = serializePages(queryClient, keys)
    // If no response has arrived yet, the pages of an earlier visit stay.
    if (pages.length > 0) void run(() => write(storageKey, JSON.stringify(pages)))
  }
  const schedule = () => (timer ??= setTimeout(flush, writeAfter))

  return {
    start: () => {
      stopWatching = watchPages({ queryClient, keys }, schedule)
      // A synchronous storage is read before the first paint.
      void run(() =>
        andThen(storage.getItem(storageKey), (text) => {
          const stored = isRestored ? undefined : readJson(text)
          isRestored = true
          restorePages(queryClient, keys, tick, false, [stored ?? []].flat())
          return text ?? storage.setItem(storageKey, '[]')
        }),
      )
      // Pages may have been loaded before it started.
      schedule()
    },
    flush,
    stop: () => {
      cancel()
      stopWatching()
    },
  }
}
