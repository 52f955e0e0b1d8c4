import type { QueryKey } from '@tanstack/react-query'
import type { InboxEnvironment, InboxStore } from './inboxStore.ts'
import { createStore } from './model/createStore.ts'
import type { Locks } from './model/locks.ts'
import type { StampedPage } from './model/stampedPage.ts'
import type { Broadcast, TabMessage } from './tabs/tabChannel.ts'

/** A request of an inbox: one attempt, so that a repeated one stands here twice. Times in milliseconds since 1970. */
export interface InspectedRequest {
  id: number
  method: string
  /** The path below the endpoint, with its query. */
  url: string
  startedAt: number
  /** In milliseconds. Undefined while it is on its way. */
  duration: number | undefined
  /** The status, or why there is none. */
  outcome: number | string | undefined
}

/** This tab's part in asking one polled question. */
export interface InspectedPoll {
  /** When this tab told the others what it was answered. */
  broadcastAt?: number
  /** When another tab told this one. */
  receivedAt?: number
}

/** What became of a lock that this tab wanted: it holds it, it held it, or another tab did. */
export type LockState = 'held' | 'released' | 'elsewhere'

export interface InspectorState {
  /** The newest first. */
  requests: readonly InspectedRequest[]
  /** By the question's key, as JSON. */
  polls: ReadonlyMap<string, InspectedPoll>
  /** By the lock's name. */
  locks: ReadonlyMap<string, LockState>
  /** When each mark of the log was first seen there, by its id. */
  marks: ReadonlyMap<string, number>
}

/** What may stand between an inbox and the world. */
export interface Interceptor {
  fetch?: (send: typeof globalThis.fetch, url: string, init: RequestInit) => Promise<Response>
  /** Changes a page that is told to other tabs, or heard from them. */
  page?: (page: StampedPage, queryKey: QueryKey, way: 'broadcast' | 'received') => StampedPage
}

/** Listens to what an inbox and the world say to each other: for devtools, and in development alone. */
export interface Inspector {
  getState(): InspectorState
  subscribe(listener: () => void): () => void
  /** Puts something in between. Returns the end of it. */
  intercept(by: Interceptor): () => void
  fetch(send: typeof globalThis.fetch, ...request: Parameters<typeof globalThis.fetch>): Promise<Response>
  environment(world: InboxEnvironment): InboxEnvironment
  watchLog(log: InboxStore['log']): void
}

/** How many requests are remembered. */
const most = 50

const inspectors = new WeakMap<InboxStore, Inspector>()

/** The inspector of an inbox. A production build has none. */
export const inspectorOf = (store: InboxStore): Inspector | undefined => inspectors.get(store)

export const setInspector = (store: InboxStore, inspector: Inspector): void => {
  inspectors.set(store, inspector)
  inspector.watchLog(store.log)
}

/** @param now milliseconds since 1970. */
export const createInspector = (now: () => number): Inspector => {
  const { getState, setState, subscribe } = createStore<InspectorState>({
    requests: [],
    polls: new Map(),
    locks: new Map(),
    marks: new Map(),
  })
  let between: Interceptor = {}
  let lastId = 0
  const change = (next: Partial<InspectorState>) => setState({ ...getState(), ...next })

  const changePage = (message: TabMessage, way: 'broadcast' | 'received'): TabMessage => {
    if (message.kind !== 'page') return message
    const { queryKey, page } = message
    const key = JSON.stringify(queryKey)
    const poll = { ...getState().polls.get(key), [`${way}At`]: now() }
    change({ polls: new Map(getState().polls).set(key, poll) })
    return { ...message, page: between.page?.(page, queryKey, way) ?? page }
  }

  // The name of a channel holds the version of its messages: what comes through it was posted by this very code.
  const inspectBroadcast = (broadcast: Broadcast): Broadcast => ({
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    postMessage: (message) => broadcast.postMessage(changePage(message as TabMessage, 'broadcast')),
    addEventListener: (type, listener) =>
      broadcast.addEventListener(type, (event: MessageEvent<TabMessage>) =>
        listener(new MessageEvent('message', { data: changePage(event.data, 'received') })),
      ),
    close: () => broadcast.close(),
  })

  const inspectLocks = (locks: Locks): Locks => {
    const note = (name: string, part: LockState) => change({ locks: new Map(getState().locks).set(name, part) })
    const request = (name: string, ...rest: unknown[]) => {
      const task = rest.at(-1) as (lock: Lock | null) => unknown
      const options = (rest.length > 1 ? rest[0] : {}) as LockOptions
      return locks.request(name, options, async (lock) => {
        note(name, lock === null ? 'elsewhere' : 'held')
        try {
          return await task(lock)
        } finally {
          if (lock !== null) note(name, 'released')
        }
      })
    }
    return { request }
  }

  return {
    getState,
    subscribe,
    intercept: (by) => {
      between = by
      return () => {
        if (between === by) between = {}
      }
    },
    fetch: async (send, input, init = {}) => {
      const url = input instanceof Request ? input.url : String(input)
      const id = ++lastId
      const startedAt = now()
      const asked = { id, method: init.method ?? 'GET', url, startedAt, duration: undefined, outcome: undefined }
      change({ requests: [asked, ...getState().requests].slice(0, most) })
      const end = (outcome: number | string) =>
        change({
          requests: getState().requests.map((other) =>
            other.id === id ? { ...other, duration: now() - startedAt, outcome } : other,
          ),
        })
      try {
        const response = await (between.fetch?.(send, url, init) ?? send(input, init))
        end(response.status)
        return response
      } catch (error) {
        end(init.signal?.aborted ? 'given up' : 'lost')
        throw error
      }
    },
    environment: (world) => ({
      ...world,
      openBroadcast: (name) => {
        const broadcast = world.openBroadcast(name)
        return broadcast && inspectBroadcast(broadcast)
      },
      locks: world.locks && inspectLocks(world.locks),
    }),
    watchLog: (log) =>
      void log.subscribe(() => {
        const { pending, failed } = log.getState()
        const marks = new Map([...pending, ...failed].map(({ id }) => [id, getState().marks.get(id) ?? now()]))
        change({ marks })
      }),
  }
}
