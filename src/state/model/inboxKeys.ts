import type { QueryKey } from '@tanstack/react-query'
import type { PreferencesQuery } from '../../contract/preferences.ts'
import { type FeedFilter, filtersInBrowser, type ServerFilter, serverFilter } from './feedFilter.ts'

/** An inbox: a subscriber at an endpoint. Two scopes share nothing. */
export interface InboxScope {
  /** The `baseUrl`: "/api/inbox". */
  endpoint: string
  /** The id of the subscriber: "ada". */
  subscriberId: string
}

/** The id in a scope as text. An app without types may pass a number, or nothing. */
export const asName = (given: string | number | null | undefined): string => String(given ?? '')

export const scopeName = ({ endpoint, subscriberId }: InboxScope): string => JSON.stringify([endpoint, subscriberId])

export const isSameScope = (a: InboxScope, b: InboxScope): boolean => scopeName(a) === scopeName(b)

/**
 * - `feed`: the pages of a list, in order, as an infinite query.
 * - `newest`: the newest pages of a list that were fetched since, the last one first.
 * - `count`: the page that a count is taken from.
 */
export type PageKind = 'feed' | 'newest' | 'count'

/** The query keys of one scope, for TanStack. No other code knows their form. */
export const inboxKeys = ({ endpoint, subscriberId }: InboxScope) => {
  const all = ['tidings', endpoint, subscriberId] as const
  const withKind = (key: QueryKey, kind: PageKind): QueryKey =>
    key.map((part, index) => (index === all.length ? kind : part))
  const ofAll = (kind: PageKind): QueryKey => [...all, kind, serverFilter({})]
  return {
    all,
    ofKind: (kind: PageKind) => [...all, kind] as const,
    feed: (filter: FeedFilter, pageSize: number) => [...all, 'feed', serverFilter(filter), pageSize] as const,
    /** The prefix of the `newest` keys of all lists without a filter. */
    newestOfAll: ofAll('newest'),
    /** The prefixes of the keys whose queries fetch the first page of a list without a filter. */
    firstOfAll: [ofAll('newest'), ofAll('feed')],
    newest: (filter: FeedFilter, pageSize: number) => [...all, 'newest', serverFilter(filter), pageSize] as const,
    count: (filter: FeedFilter) => [...all, 'count', serverFilter(filter), filtersInBrowser(filter)] as const,
    /** The prefix of every key of preferences, and the mutation key of their changes. */
    allPreferences: [...all, 'preferences'] as const,
    preferences: (query: PreferencesQuery) => [...all, 'preferences', query] as const,
    /** The mutation key of an operation that marks. */
    marks: (operation: string) => [...all, 'marks', operation] as const,
    kindOf: (key: QueryKey): unknown => key[all.length],
    feedOf: (newestKey: QueryKey): QueryKey => withKind(newestKey, 'feed'),
    newestOf: (feedKey: QueryKey): QueryKey => withKind(feedKey, 'newest'),
    pageSizeOf: (key: QueryKey): number => key[all.length + 2] as number,
    isFilteredInBrowser: (countKey: QueryKey): boolean => countKey[all.length + 2] === true,
    filterOf: (key: QueryKey): ServerFilter => key[all.length + 1] as ServerFilter,
  }
}
export type InboxKeys = ReturnType<typeof inboxKeys>
