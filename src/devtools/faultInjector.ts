import { onlineManager } from '@tanstack/react-query'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { polledKinds } from '../state/cache/refresh.ts'
import type { InboxStore } from '../state/inboxStore.ts'
import type { Inspector } from '../state/inspector.ts'
import { createStore } from '../state/model/createStore.ts'
import { isTestItem, makeTestItem, playTestItems, matching } from './testItems.ts'

export const failures = {
  error: 'with status 500',
  forbidden: 'with status 403',
  lost: 'as a lost connection',
} as const
export type Failure = keyof typeof failures

/** State of a fault injector. */
export interface FaultInjectorState {
  /** Whether the browser page is offline for TanStack Query and this inbox. */
  isOffline: boolean
  /** How the next request fails. undefined: it doesn't. */
  failure: Failure | undefined
  /** The notifications that exist only in this browser page, newest first. */
  testItems: readonly InboxNotification[]
}

/** Injects faults and test notifications into an inbox. */
export interface FaultInjector {
  getState(): FaultInjectorState
  subscribe(listener: () => void): () => void
  setOffline(isOffline: boolean): void
  cutStream(): void
  failNext(failure: Failure): void
  /** Adds a test notification that exists only in this browser page. */
  addTestItem(): void
  refresh(): void
  /** Starts intercepting. The returned function stops it, and goes online. */
  start(): () => void
}

/** One hour. The client doesn't retry after such a delay, so the failure is visible at once. */
const retryAfter = '3600'

const fail = (failure: Failure): Response => {
  if (failure === 'lost') throw new TypeError('Devtools dropped this request.')
  const status = failure === 'error' ? 500 : 403
  return Response.json(
    { statusCode: status, message: 'Devtools made this request fail.' },
    { status, headers: { 'retry-after': retryAfter } },
  )
}

export const createFaultInjector = (store: InboxStore, inspector: Inspector): FaultInjector => {
  const { getState, setState, subscribe } = createStore<FaultInjectorState>({
    isOffline: false,
    failure: undefined,
    testItems: [],
  })
  let testItemTotal = 0
  const change = (next: Partial<FaultInjectorState>) => setState({ ...getState(), ...next })
  const setOffline = (isOffline: boolean) => {
    if (isOffline === getState().isOffline) return
    change({ isOffline })
    if (isOffline) inspector.cutStream()
    onlineManager.setOnline(!isOffline)
  }
  const refresh = () => {
    for (const kind of polledKinds) void store.queryClient.invalidateQueries({ queryKey: store.keys.ofKind(kind) })
    // A feed page that is being fetched was requested before the change.
    void store.queryClient.invalidateQueries({
      queryKey: store.keys.ofKind('feed'),
      predicate: ({ state: { fetchStatus } }) => fetchStatus === 'fetching',
    })
  }
  const items = {
    get: () => getState().testItems,
    set: (testItems: readonly InboxNotification[]) => change({ testItems }),
  }

  return {
    getState,
    subscribe,
    setOffline,
    cutStream: () => inspector.cutStream(),
    failNext: (failure) => change({ failure }),
    addTestItem: () => {
      change({ testItems: [makeTestItem(++testItemTotal, store.environment.now()), ...getState().testItems] })
      refresh()
    },
    refresh,
    start: () => {
      const stop = inspector.intercept({
        fetch: async (send, url, init) => {
          if (getState().isOffline) throw new TypeError('Devtools are offline.')
          const { failure } = getState()
          if (failure === undefined) return playTestItems(items, send, url, init)
          change({ failure: undefined })
          return fail(failure)
        },
        // Tabs share fetched pages. Remove test notifications from broadcast pages, and add ours to received ones.
        page: (page, queryKey, way) => {
          const theirs = page.data.filter(({ _id }) => !isTestItem(_id))
          const ours = way === 'received' ? matching(getState().testItems, store.keys.filterOf(queryKey)) : []
          const more = ours.length + theirs.length - page.data.length
          const total = page.totalCount === undefined ? {} : { totalCount: page.totalCount + more }
          return more === 0 ? page : { ...page, ...total, data: [...ours, ...theirs] }
        },
      })
      return () => {
        stop()
        setOffline(false)
      }
    },
  }
}
