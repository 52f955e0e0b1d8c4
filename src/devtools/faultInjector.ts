import { onlineManager } from '@tanstack/react-query'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { polledKinds } from '../state/cache/refresh.ts'
import type { InboxStore } from '../state/inboxStore.ts'
import type { Inspector } from '../state/inspector.ts'
import { createStore } from '../state/model/createStore.ts'
import { isTestItem, makeTestItem, playTestItems, wantedOf } from './testItems.ts'

/** How the next request fails. */
export const failures = {
  error: 'with status 500',
  forbidden: 'with status 403',
  lost: 'as a lost connection',
} as const
export type Failure = keyof typeof failures

export interface FaultInjectorState {
  isOffline: boolean
  /** What waits for the next request. */
  failure: Failure | undefined
  testItems: readonly InboxNotification[]
}

/** What devtools do to an inbox. */
export interface FaultInjector {
  getState(): FaultInjectorState
  subscribe(listener: () => void): () => void
  setOffline(isOffline: boolean): void
  failNext(failure: Failure): void
  /** An item arrives in this page alone. */
  addTestItem(): void
  /** Asks for what is new. */
  refresh(): void
  /** Begins. Returns the end of it: all is as it was, and online. */
  start(): () => void
}

/** An hour: what asks for so much patience is not repeated by the client, so that the failure shows at once. */
const retryAfter = '3600'

const fail = (failure: Failure): Response => {
  if (failure === 'lost') throw new TypeError('The devtools lost this request.')
  const status = failure === 'error' ? 500 : 403
  return Response.json(
    { statusCode: status, message: 'The devtools made this request fail.' },
    { status, headers: { 'retry-after': retryAfter } },
  )
}

export const createFaultInjector = (store: InboxStore, inspector: Inspector): FaultInjector => {
  const { getState, setState, subscribe } = createStore<FaultInjectorState>({
    isOffline: false,
    failure: undefined,
    testItems: [],
  })
  let made = 0
  const change = (next: Partial<FaultInjectorState>) => setState({ ...getState(), ...next })
  const setOffline = (isOffline: boolean) => {
    if (isOffline === getState().isOffline) return
    change({ isOffline })
    onlineManager.setOnline(!isOffline)
  }
  const refresh = () => {
    for (const kind of polledKinds) void store.queryClient.invalidateQueries({ queryKey: store.keys.ofKind(kind) })
    // A list that is on its way was asked for before.
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
    failNext: (failure) => change({ failure }),
    addTestItem: () => {
      change({ testItems: [makeTestItem(++made, store.environment.now()), ...getState().testItems] })
      refresh()
    },
    refresh,
    start: () => {
      const stop = inspector.intercept({
        fetch: async (send, url, init) => {
          if (getState().isOffline) throw new TypeError('The devtools are offline.')
          const { failure } = getState()
          if (failure === undefined) return playTestItems(items, send, url, init)
          change({ failure: undefined })
          return fail(failure)
        },
        // Tabs share what they are told: the others must not hear of test items, nor lose ours.
        page: (page, queryKey, way) => {
          const theirs = page.data.filter(({ _id }) => !isTestItem(_id))
          const ours = way === 'received' ? wantedOf(getState().testItems, store.keys.filterOf(queryKey)) : []
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
