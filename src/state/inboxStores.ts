import type { QueryClient } from '@tanstack/react-query'
import { type InboxScope, scopeName } from './inboxKeys.ts'
import type { InboxStore } from './inboxStore.ts'

interface Entry {
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
  const entry = entries.get(scopeName(scope)) ?? { store: make(), users: 0 }
  entries.set(scopeName(scope), entry)
  return entry.store
}

/** Says that somebody uses a scope's store. Returns the end of that use. */
export const retainStore = (queryClient: QueryClient, scope: InboxScope): (() => void) => {
  const entry = entriesOf(queryClient).get(scopeName(scope))
  if (entry) entry.users += 1
  return () => {
    if (entry) entry.users -= 1
  }
}

/** Forgets all of a scope that nobody uses any more: with its cache empty, its log has nothing left to say. */
export const forgetUnused = (queryClient: QueryClient, scope: InboxScope): void => {
  const entries = entriesOf(queryClient)
  const entry = entries.get(scopeName(scope))
  if (entry === undefined || entry.users > 0) return
  entries.delete(scopeName(scope))
  entry.store.clear()
}
