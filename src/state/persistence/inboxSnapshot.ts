import type { QueryClient } from '@tanstack/react-query'
import { type InboxKeys, type InboxScope, isSameScope } from '../model/inboxKeys.ts'
import { polling } from '../model/pollInterval.ts'
import type { Ticker } from '../model/ticker.ts'
import { serializePages, restorePages } from './serializedPages.ts'

/** What a server asked for on behalf of a page that it draws. It is made of JSON, and holds no more than a browser may see. */
export interface InboxSnapshot extends InboxScope {
  /** Milliseconds since 1970, by the server's clock. */
  takenAt: number
  /** The first page of each list and count. */
  pages: unknown
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
 * Puts what a server asked for into the cache. One of another subscriber is left alone: a page may be drawn for one and, by a
 * mistake, be shown to the other. For as long as a poll takes to come around it counts as just asked for; of an older one, as
 * when a page comes out of the browser's cache, everything is asked for again.
 */
export const restoreSnapshot = (
  queryClient: QueryClient,
  keys: InboxKeys,
  scope: InboxScope,
  tick: Pick<Ticker, 'observe'>,
  now: number,
  snapshot: InboxSnapshot,
): void => {
  if (!isSameScope(scope, snapshot)) return
  const isFresh = Math.abs(now - snapshot.takenAt) < polling.interval
  restorePages(queryClient, keys, tick, { now, isFresh }, snapshot.pages)
}
