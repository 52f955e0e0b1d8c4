import type { QueryClient } from '@tanstack/react-query'
import type { InboxStore } from './inboxStore.ts'
import { type InboxScope, scopeName } from './model/inboxKeys.ts'

interface Entry {
  scope: InboxScope
  store: InboxStore
  /** How many providers are using it. */
  users: number
}

/** The stores of each cache: two inboxes of one subscriber on one page share their log as they share their pages. */
const stores = new WeakMap<QueryClient, Map<string, Entry>>()

const entriesOf = (queryClient: QueryClient) => {
  const entries = stores.get(queryClient) ?? new Map<string, Entry>()
  stores.set(queryClient, entries)
  return entries
}

/** Finds the store of a scope, or makes it. */
export const inboxStoreOf = (queryClient: QueryClient, scope: InboxScope, make: () => InboxStore): InboxStore => {
  const entries = entriesOf(queryClient)
  const entry = entries.get(scopeName(scope)) ?? { scope, store: make(), users: 0 }
  entries.set(scopeName(scope), entry)
  return entry.store
}

/** Says that somebody uses a scope's store. Returns the end of that use. */
export const retainStore = (queryClient: QueryClient, scope: InboxScope, store: InboxStore): (() => void) => {
  const entries = entriesOf(queryClient)
  // One that was rendered, but not shown yet, may have been forgotten meanwhile.
  const entry = entries.get(scopeName(scope)) ?? { scope, store, users: 0 }
  entries.set(scopeName(scope), entry)
  entry.users += 1
  return () => {
    entry.users -= 1
  }
}

/** Forgets all of those scopes that nobody uses any more: with its cache empty, a log has nothing left to say. */
export const forgetUnused = (queryClient: QueryClient, isDoomed: (scope: InboxScope) => boolean): void => {
  const entries = entriesOf(queryClient)
  for (const [name, { scope, store, users }] of entries) {
    if (users > 0 || !isDoomed(scope)) continue
    entries.delete(name)
    store.clear()
  }
}
