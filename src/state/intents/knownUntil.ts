import { cachedPages, type InboxCache, lastOffers } from '../cache/cachedPages.ts'
import { flagsAfter, isFeedIntent } from '../log/feedIntent.ts'
import type { Intent } from '../log/intent.ts'
import { hasFlags, isInFeed } from '../model/feedFilter.ts'
import { allFlags, isSameFlags } from '../model/mark.ts'
import { stampedPages } from '../model/stampedPage.ts'

/** Whether the cache has the newest of all that an intent changes: a page of a list or a count that has them. */
const knowsNewest = ({ queryClient, keys }: InboxCache, intent: Intent) =>
  isFeedIntent(intent) &&
  queryClient.getQueriesData({ queryKey: keys.all }).some(([queryKey, data]) => {
    if (stampedPages(data).length === 0) return false
    const filter = keys.filterOf(queryKey)
    const isListed = (flags: (typeof allFlags)[number]) =>
      !isInFeed(flags) || isSameFlags(flagsAfter(flags, intent), flags) || hasFlags(flags, filter)
    return filter.payload === undefined && allFlags.every(isListed)
  })

/**
 * The `until` of an intent that is being made. By the service's clock: the user's may be wrong. Undefined if the
 * service does not offer it, or if the inbox has loaded only a part of what the intent changes.
 */
export const knownUntil = (cache: InboxCache, intent: Intent): string | undefined =>
  lastOffers(cache)?.deliveries && (intent.ids || knowsNewest(cache, intent))
    ? cachedPages(cache).reduce((until, { data: [first] }) => {
        const newest = first?.createdAt ?? ''
        return newest > until ? newest : until
        // Of an inbox without notifications: each is later.
      }, new Date(0).toISOString())
    : undefined
