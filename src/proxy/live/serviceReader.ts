import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { keyHeaders } from '../../client/apiKey.ts'
import { backOff } from '../../client/backOff.ts'
import { isObject } from '../../contract/isObject.ts'
import { eventStreamType } from '../../contract/live/liveStream.ts'
import { serviceLivePath } from '../../contract/live/serviceStream.ts'
import type { Hint } from '../../live/liveHub.ts'
import type { ProxySettings } from '../proxySettings.ts'
import type { StreamEnvironment } from './liveOptions.ts'

/** Reads the service's stream of hints. */
export interface ServiceReader {
  /** Connects, and reconnects until `stop`. */
  start(): void
  stop(): void
  /** Whether the service's stream is open. */
  isConnected(): boolean
  /** Whether the service's stream is open, and its hints cover every change. */
  isComplete(): boolean
}

/** Called with the events of the service's stream. */
interface ServiceReaderEvents {
  /** A hint has arrived, or hints may have been lost: then it is for `all`. */
  onHint(hint: Hint): void
  /** `isComplete` may have changed. */
  onChange(): void
}

/** How long the stream may have no event and no comment, in milliseconds. The service sends one every 20 seconds. */
const maxSilence = 45_000

/** More than the longest event of a service has, in characters. */
const longestEvent = 1_000_000

/** An id that a header can return to the service. */
const usableId = /^[\x21-\x7e]{1,200}$/

/** The delay before a service without such a stream is called again, in milliseconds. */
const unsupportedDelay = 600_000

/** A connection that lasted so long did not fail, in milliseconds. */
const stable = 10_000

/** A gateway may respond with these for a while. Every other 4xx means that the service has no such stream. */
const transient = new Set([408, 425, 429])

const isUnsupported = ({ status, headers }: Response) =>
  status === 501 ||
  (status < 500 && !transient.has(status) && !(status === 200 && isEventStream(headers.get('content-type'))))

const isEventStream = (type: string | null) => type?.split(';')[0]?.trim().toLowerCase() === eventStreamType

/** A connection, from its request to its end. */
interface Connection {
  controller: AbortController
  /** Cancels the timer that ends a silent connection. */
  cancelTimer: () => void
  /** Time at which the stream opened, by the monotonic clock. Undefined before. */
  openSince?: number
}

/** The user of the service's stream. A process has one for all of its browsers' streams. */
export const createServiceReader = (
  { serviceUrl, apiKey, timeout, fetch }: Pick<ProxySettings, 'serviceUrl' | 'apiKey' | 'timeout' | 'fetch'>,
  { monotonic, random, schedule }: StreamEnvironment,
  { onHint, onChange }: ServiceReaderEvents,
): ServiceReader => {
  let current: Connection | undefined
  let cancelReconnect: (() => void) | undefined
  let lastEventId: string | undefined
  let complete = false
  let failures = 0

  const setComplete = (value: boolean) => {
    if (value === complete) return
    complete = value
    onChange()
  }

  /** Ends a connection. It has no effect on one that is no longer current. */
  const disconnect = (connection: Connection | undefined) => {
    if (!connection || connection !== current) return false
    current = undefined
    connection.cancelTimer()
    connection.controller.abort()
    setComplete(false)
    return true
  }

  const lose = (connection: Connection, delay?: number) => {
    if (!disconnect(connection)) return
    if (connection.openSince !== undefined && monotonic() - connection.openSince >= stable) failures = 0
    cancelReconnect = schedule(connect, delay ?? backOff(failures++, random))
  }

  const connect = () => {
    cancelReconnect = undefined
    const connection: Connection = { controller: new AbortController(), cancelTimer: () => {} }
    connection.cancelTimer = schedule(() => lose(connection), timeout)
    current = connection
    read(connection).catch(() => lose(connection))
  }

  const read = async (connection: Connection) => {
    const headers = keyHeaders(apiKey)
    headers.set('accept', eventStreamType)
    const resumes = lastEventId !== undefined
    if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
    const { signal } = connection.controller
    // Never follow a redirect: it could send the API key to another server.
    const response = await fetch(serviceUrl + serviceLivePath, {
      headers,
      signal,
      redirect: 'manual',
      cache: 'no-store',
    })
    if (current !== connection || !response.ok || isUnsupported(response)) {
      void response.body?.cancel().catch(() => undefined)
      return lose(connection, isUnsupported(response) ? unsupportedDelay : undefined)
    }
    connection.openSince = monotonic()
    // Anything may have changed before this connection. With the id of the last hint, the service repeats the others.
    if (!resumes) onHint({ subscriberIds: 'all' })
    // Parts of a line that never ends prove nothing.
    const watch = () => {
      connection.cancelTimer()
      connection.cancelTimer = schedule(() => lose(connection), maxSilence)
    }
    watch()
    const parser = createParser({
      maxBufferSize: longestEvent,
      onComment: watch,
      onEvent: (event) => {
        watch()
        receive(event)
      },
      onError: ({ type }) => {
        if (type !== 'max-buffer-size-exceeded') return
        // After that id, the service would repeat what is too long.
        lastEventId = undefined
        lose(connection)
      },
    })
    const decoder = new TextDecoder()
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      // A `fetch` that ignores the signal continues.
      if (current !== connection) return void reader?.cancel().catch(() => undefined)
      parser.feed(decoder.decode(part.value, { stream: true }))
    }
    lose(connection)
  }

  const receive = ({ event, data, id }: EventSourceMessage) => {
    if (id !== undefined) lastEventId = usableId.test(id) ? id : undefined
    if (event === 'status') setComplete(isComplete(parse(data)))
    else if (event === 'hint') onHint(toHint(parse(data)))
    else if (event === 'lost') onHint({ subscriberIds: 'all' })
  }

  return {
    start() {
      if (!current && !cancelReconnect) connect()
    },
    stop() {
      cancelReconnect?.()
      cancelReconnect = undefined
      disconnect(current)
      // A browser that connects later fetches anyway.
      lastEventId = undefined
      failures = 0
    },
    isConnected: () => current?.openSince !== undefined,
    isComplete: () => complete,
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isComplete = (data: unknown) => isObject(data) && data.complete === true

/** A hint that can't be read may be for anyone. */
const toHint = (data: unknown): Hint => {
  const { subscriberIds, streamId }: Record<string, unknown> = isObject(data) ? data : {}
  return {
    subscriberIds:
      Array.isArray(subscriberIds) && subscriberIds.every((id) => typeof id === 'string') ? subscriberIds : 'all',
    ...(typeof streamId === 'string' && { streamId }),
  }
}
