import type { QueryClient } from '@tanstack/react-query'
import type { InboxStore } from './inboxStore.ts'
import { type InboxScope, scopeName } from './model/inboxKeys.ts'

interface Entry {
  scope: InboxScope
  store: InboxStore
  /** The number of providers that use it. */
  users: number
}

/**
 * The stores of each cache. Two inboxes of one subscriber on one browser page share their log as they share their
 * pages.
 */
const stores = new WeakMap<QueryClient, Map<string, Entry>>()

const entriesOf = (queryClient: QueryClient) => {
  const entries = stores.get(queryClient) ?? new Map<string, Entry>()
  stores.set(queryClient, entries)
  return entries
}

export const inboxStoreOf = (queryClient: QueryClient, scope: InboxScope, create: () => InboxStore): InboxStore => {
  const entries = entriesOf(queryClient)
  const entry = entries.get(scopeName(scope)) ?? { scope, store: create(), users: 0 }
  entries.set(scopeName(scope), entry)
  return entry.store
}

export const retainStore = (queryClient: QueryClient, scope: InboxScope, store: InboxStore): (() => void) => {
  const entries = entriesOf(queryClient)
  // A store that was rendered, but not mounted yet, may have been removed meanwhile.
  const entry = entries.get(scopeName(scope)) ?? { scope, store, users: 0 }
  entries.set(scopeName(scope), entry)
  entry.users += 1
  return () => {
    entry.users -= 1
  }
}

/** Removes and clears the stores of these scopes that have no users. */
export const forgetUnused = (queryClient: QueryClient, isRemoved: (scope: InboxScope) => boolean): void => {
  const entries = entriesOf(queryClient)
  for (const [name, { scope, store, users }] of entries) {
    if (users > 0 || !isRemoved(scope)) continue
    entries.delete(name)
    store.clear()
  }
}
