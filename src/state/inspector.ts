import type { QueryKey } from '@tanstack/react-query'
import { isHttpError } from '../client/errors/HttpError.ts'
import { isTidingsError, toError } from '../client/errors/TidingsError.ts'
import type { InboxClient } from '../client/inboxClient.ts'
import type { InboxEnvironment, InboxStore } from './inboxStore.ts'
import { healthyAfter, planReconnect } from './live/reconnect.ts'
import { createStore } from './model/createStore.ts'
import type { Locks } from './model/locks.ts'
import type { StampedPage } from './model/stampedPage.ts'
import type { Broadcast, TabMessage } from './tabs/tabChannel.ts'

/** One attempt of a request. */
export interface InspectedRequest {
  id: number
  method: string
  /** The path below the endpoint, with its query. */
  url: string
  /** In milliseconds since 1970. */
  startedAt: number
  /** In milliseconds. Undefined while it is in flight. */
  duration: number | undefined
  /** The HTTP status, or the reason why there is none. Undefined while it is in flight. */
  outcome: number | string | undefined
}

/** This tab's part in polling one query. Times in milliseconds since 1970. */
export interface InspectedPoll {
  /** When this tab last broadcast the page to the others. */
  broadcastAt?: number
  /** When another tab's broadcast last arrived. */
  receivedAt?: number
}

/** Whether this tab holds a lock that it requested, has released it, or found that another tab held it. */
export type LockState = 'held' | 'released' | 'elsewhere'

/** A stream of hints that this tab had, and that has ended. */
export interface InspectedStream {
  id: string
  /** In milliseconds. Undefined if it never opened. */
  openFor: number | undefined
  reason: string
  /** In milliseconds since 1970. */
  endedAt: number
}

/** This tab's part in the stream of hints, which one tab has open for all. */
export interface InspectedLive {
  /** The id of this tab's stream, from when it is requested until it ends. Undefined while this tab has none. */
  ownId: string | undefined
  /** The number of hints that arrived, in this tab's stream or from another tab. */
  hints: number
  /** When the last hint arrived, in milliseconds since 1970. Undefined before the first one. */
  hintedAt: number | undefined
  /** This tab's streams that have ended, the newest first. Without those that it released before they opened. */
  ended: readonly InspectedStream[]
  /**
   * When this tab opens the next stream at the latest, in milliseconds since 1970. `Infinity`: after the next response
   * of the service. Undefined while none is planned.
   */
  nextBefore: number | undefined
}

export interface InspectorState {
  /** The newest first. */
  requests: readonly InspectedRequest[]
  /** By query key, as JSON. */
  polls: ReadonlyMap<string, InspectedPoll>
  locks: ReadonlyMap<string, LockState>
  /** When each mark was added to the log, by its id. */
  marks: ReadonlyMap<string, number>
  live: InspectedLive
}

/** Changes what an inbox sends and receives. */
export interface Interceptor {
  fetch?: (send: typeof globalThis.fetch, url: string, init: RequestInit) => Promise<Response>
  /** Changes a page that is broadcast to other tabs, or received from them. */
  page?: (page: StampedPage, queryKey: QueryKey, way: 'broadcast' | 'received') => StampedPage
}

/** Records what an inbox sends and receives: for devtools, and only in development. */
export interface Inspector {
  getState(): InspectorState
  subscribe(listener: () => void): () => void
  intercept(by: Interceptor): () => void
  fetch(send: typeof globalThis.fetch, ...request: Parameters<typeof globalThis.fetch>): Promise<Response>
  environment(world: InboxEnvironment): InboxEnvironment
  /** Records the client's stream of hints. */
  client(client: InboxClient): InboxClient
  /** Breaks this tab's stream of hints, as a lost connection does. */
  cutStream(): void
  watchLog(log: InboxStore['log']): void
}

/** The number of requests that are recorded. */
const most = 50

/** The number of ended streams that are recorded. */
const mostStreams = 10

const reasonOf = (error: unknown): string => {
  if (error === undefined) return 'ended by the server'
  if (isHttpError(error)) return `status ${error.status}`
  return isTidingsError(error) ? error.name : toError(error).message
}

const inspectors = new WeakMap<InboxStore, Inspector>()

/** The inspector of an inbox. A production build has none. */
export const inspectorOf = (store: InboxStore): Inspector | undefined => inspectors.get(store)

export const setInspector = (store: InboxStore, inspector: Inspector): void => {
  inspectors.set(store, inspector)
  inspector.watchLog(store.log)
}

/** @param now milliseconds since 1970, of a clock that is never set back. */
export const createInspector = (now: () => number): Inspector => {
  const { getState, setState, subscribe } = createStore<InspectorState>({
    requests: [],
    polls: new Map(),
    locks: new Map(),
    marks: new Map(),
    live: { ownId: undefined, hints: 0, hintedAt: undefined, ended: [], nextBefore: undefined },
  })
  let interceptor: Interceptor = {}
  let lastId = 0
  const change = (next: Partial<InspectorState>) => setState({ ...getState(), ...next })

  const changeLive = (next: Partial<InspectedLive>) => change({ live: { ...getState().live, ...next } })
  const countHint = () => changeLive({ hints: getState().live.hints + 1, hintedAt: now() })
  /** The number of streams in a row that failed. */
  let failures = 0
  let cutStream = () => {}

  const endStream = (id: string, openedAt: number | undefined, error: unknown, isReleased: boolean) => {
    const { ended } = getState().live
    const endedAt = now()
    const openFor = openedAt === undefined ? undefined : endedAt - openedAt
    const stream = { id, openFor, reason: isReleased ? 'released by this tab' : reasonOf(error), endedAt }
    failures = isReleased || (openFor ?? 0) >= healthyAfter ? 0 : failures + 1
    // Chance makes it earlier, as do events such as `online`.
    const { after } = planReconnect({ error, openFor: openFor ?? 0, failures, hasResponded: true, isOffered: true }, 1)
    changeLive({
      ownId: undefined,
      ended: isReleased && openFor === undefined ? ended : [stream, ...ended].slice(0, mostStreams),
      nextBefore: isReleased ? undefined : endedAt + after,
    })
  }

  const inspectStream =
    (open: NonNullable<InboxClient['streamHints']>): typeof open =>
    async (subscriberId, stream) => {
      const { streamId, signal } = stream
      const stopped = new AbortController()
      const release = () => stopped.abort(signal.reason)
      if (signal.aborted) release()
      signal.addEventListener('abort', release)
      cutStream = () => stopped.abort(new TypeError('Devtools cut this stream.'))
      let openedAt: number | undefined
      changeLive({ ownId: streamId, nextBefore: undefined })
      let error: unknown
      try {
        await open(subscriberId, {
          ...stream,
          signal: stopped.signal,
          onStatus: (status) => {
            openedAt ??= now()
            stream.onStatus(status)
          },
          onHint: (hint) => {
            countHint()
            stream.onHint(hint)
          },
        })
      } catch (thrown) {
        error = thrown
        throw thrown
      } finally {
        signal.removeEventListener('abort', release)
        endStream(streamId, openedAt, error, signal.aborted)
      }
    }

  const changePage = (message: TabMessage, way: 'broadcast' | 'received'): TabMessage => {
    // This tab has counted the hints that it broadcasts.
    if (message.kind === 'hint' && way === 'received') countHint()
    if (message.kind !== 'page') return message
    const { queryKey, page } = message
    const key = JSON.stringify(queryKey)
    const poll = { ...getState().polls.get(key), [`${way}At`]: now() }
    change({ polls: new Map(getState().polls).set(key, poll) })
    return { ...message, page: interceptor.page?.(page, queryKey, way) ?? page }
  }

  // The name of the channel has the version of its messages, so a message was posted by this very code.
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
      interceptor = by
      return () => {
        if (interceptor === by) interceptor = {}
      }
    },
    fetch: async (send, input, init = {}) => {
      const url = input instanceof Request ? input.url : String(input)
      const id = ++lastId
      const startedAt = now()
      const request = { id, method: init.method ?? 'GET', url, startedAt, duration: undefined, outcome: undefined }
      change({ requests: [request, ...getState().requests].slice(0, most) })
      const end = (outcome: number | string) =>
        change({
          requests: getState().requests.map((other) =>
            other.id === id ? { ...other, duration: now() - startedAt, outcome } : other,
          ),
        })
      try {
        const response = await (interceptor.fetch?.(send, url, init) ?? send(input, init))
        end(response.status)
        return response
      } catch (error) {
        end(init.signal?.aborted ? 'request aborted' : 'request failed')
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
    client: (client) => ({ ...client, ...(client.streamHints && { streamHints: inspectStream(client.streamHints) }) }),
    cutStream: () => cutStream(),
    watchLog: (log) =>
      void log.subscribe(() => {
        const { pending, failed } = log.getState()
        const marks = new Map([...pending, ...failed].map(({ id }) => [id, getState().marks.get(id) ?? now()]))
        change({ marks })
      }),
  }
}
