import { clocks } from '../../client/clock.ts'
import type { NotificationPage } from '../../contract/extensions/notificationLists.ts'

/** When snoozed notifications return, in ISO 8601, by their ids. */
export type SnoozedRows = ReadonlyMap<string, string>

/** The snoozed notifications of subscribers, for a service whose feed lists them like all others. */
export interface SnoozedCache {
  /**
   * Resolves to those of a subscriber. Requests at the same time share one fetch.
   * @param fetch fetches the newest 100. A failure is not cached.
   */
  find(subscriberId: string, fetch: () => Promise<NotificationPage>): Promise<SnoozedRows>
  /** Discards those of a subscriber, after a change. */
  drop(subscriberId: string): void
}

/** How long they are cached, in milliseconds. */
const cachedFor = 30_000

/** The most subscribers that are cached. */
const maxSubscribers = 10_000

/** The snoozed notifications that one request fetches: the most that a page may have. */
export const mostSnoozed = 100

interface Cached {
  rows: Promise<SnoozedRows>
  /** End of the entry, by the monotonic clock. */
  endsAt: number
}

const rowsOf = ({ data }: NotificationPage): SnoozedRows =>
  new Map(data.flatMap(({ id, snoozedUntil }) => (snoozedUntil === undefined ? [] : [[id, snoozedUntil]])))

/** The time until the first of them returns, in milliseconds. */
const untilNext = (rows: SnoozedRows): number =>
  Math.min(...[...rows.values()].map((time) => Date.parse(time) - clocks.now()))

export const createSnoozedCache = (): SnoozedCache => {
  /** The oldest is first. */
  const cache = new Map<string, Cached>()

  return {
    find: (subscriberId, fetch) => {
      const cached = cache.get(subscriberId)
      if (cached && clocks.monotonic() < cached.endsAt) return cached.rows
      const entry: Cached = { endsAt: clocks.monotonic() + cachedFor, rows: fetch().then(rowsOf) }
      entry.rows.then(
        (rows) => (entry.endsAt = Math.min(entry.endsAt, clocks.monotonic() + untilNext(rows))),
        () => cache.get(subscriberId) === entry && cache.delete(subscriberId),
      )
      cache.delete(subscriberId)
      const [oldest] = cache.keys()
      if (cache.size >= maxSubscribers && oldest !== undefined) cache.delete(oldest)
      cache.set(subscriberId, entry)
      return entry.rows
    },
    drop: (subscriberId) => void cache.delete(subscriberId),
  }
}
