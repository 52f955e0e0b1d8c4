import type { QueryClient } from '@tanstack/react-query'
import { type InboxKeys, type InboxScope, isSameScope } from '../model/inboxKeys.ts'
import { polling } from '../model/pollInterval.ts'
import type { Ticker } from '../model/ticker.ts'
import { restorePages, serializePages } from './serializedPages.ts'

/**
 * The pages that a server fetched for a browser page that it renders. JSON, with nothing that a browser may not see.
 */
export interface InboxSnapshot extends InboxScope {
  /** When it was taken, in milliseconds since 1970, by the server's clock. */
  takenAt: number
  /** The first page of each list and count. */
  pages: readonly object[]
}

export const takeSnapshot = (
  queryClient: QueryClient,
  keys: InboxKeys,
  scope: InboxScope,
  now: number,
): InboxSnapshot => ({
  ...scope,
  takenAt: now,
  pages: serializePages(queryClient, keys),
})

/**
 * Puts a snapshot into the cache. A snapshot of another subscriber is ignored, because a cache in front of the server
 * may deliver a page to the wrong user. A snapshot younger than the poll interval counts as fresh. Everything is
 * refetched after an older one, such as that of a page from the browser's cache.
 */
export const restoreSnapshot = (
  queryClient: QueryClient,
  keys: InboxKeys,
  scope: InboxScope,
  tick: Pick<Ticker, 'observe'>,
  now: number,
  snapshot: InboxSnapshot | undefined,
): void => {
  if (!snapshot || !isSameScope(scope, snapshot)) return
  const isFresh = Math.abs(now - snapshot.takenAt) < polling.interval
  restorePages(queryClient, keys, tick, isFresh, [snapshot.pages].flat())
}
