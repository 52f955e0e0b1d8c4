import type { QueryKey } from '@tanstack/react-query'
import type { PreferencesQuery } from '../../contract/preferences.ts'
import { type FeedFilter, isChosenHere, type ServerFilter, serverFilter } from './feedFilter.ts'

/** Whose inbox it is and where it is asked for: nothing is shared between two scopes. */
export interface InboxScope {
  /** Where it is asked for: the `baseUrl`. */
  endpoint: string
  /** Whose it is. */
  subscriberId: string
}

/** What names a scope, as text: a page without types may give a number, or nothing. */
export const asName = (given: string | number | null | undefined): string => String(given ?? '')

/** A text that no other scope has. */
export const scopeName = ({ endpoint, subscriberId }: InboxScope): string => JSON.stringify([endpoint, subscriberId])

export const isSameScope = (a: InboxScope, b: InboxScope): boolean => scopeName(a) === scopeName(b)

/** Makes TanStack's keys of one scope. They are made nowhere else. */
export const inboxKeys = ({ endpoint, subscriberId }: InboxScope) => {
  const all = ['tidings', endpoint, subscriberId] as const
  const ofKind = (key: QueryKey, kind: string): QueryKey =>
    key.map((part, place) => (place === all.length ? kind : part))
  return {
    /** Prefix of every key of this scope. */
    all,
    feed: (filter: FeedFilter, pageSize: number) => [...all, 'feed', serverFilter(filter), pageSize] as const,
    newest: (filter: FeedFilter, pageSize: number) => [...all, 'heads', serverFilter(filter), pageSize] as const,
    count: (filter: FeedFilter) => [...all, 'count', serverFilter(filter), isChosenHere(filter)] as const,
    preferences: (query: PreferencesQuery) => [...all, 'preferences', query] as const,
    marks: [...all, 'marks'] as const,
    /** What a key is about: "feed", "heads", "count", "preferences" or "marks". */
    kindOf: (key: QueryKey) => key[all.length],
    /** The key of the list that a heads key belongs to. */
    feedOf: (headsKey: QueryKey): QueryKey => ofKind(headsKey, 'feed'),
    /** The key of the heads that belong to a list. */
    newestOf: (feedKey: QueryKey): QueryKey => ofKind(feedKey, 'heads'),
    /** The page size of a feed or heads key. */
    pageSizeOf: (key: QueryKey): number => key[all.length + 2] as number,
    /** The filter of a feed, heads or count key. */
    filterOf: (key: QueryKey): ServerFilter => key[all.length + 1] as ServerFilter,
  }
}
export type InboxKeys = ReturnType<typeof inboxKeys>
