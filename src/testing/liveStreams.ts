import { eventStreamHeaders, eventText } from '../contract/live/eventStream.ts'
import {
  heartbeatEvery,
  type LiveHint,
  type LiveStatus,
  liveTokenParameter,
  streamIdHeader,
} from '../contract/live/liveStream.ts'
import type { Fault } from './faults.ts'
import type { ReceivedRequest } from './receivedRequest.ts'

/** A request for a stream of hints that the test service received. */
export type StreamRequest = Pick<ReceivedRequest, 'subscriberId' | 'headers'>

/**
 * The stream of hints of a test service, and its faults. The service itself hints each change: `add`, `remove`, `mark`,
 * and the marks that it receives.
 */
export interface TestLive {
  /** Whether the service has a stream: the option `live`. */
  readonly isEnabled: boolean
  /** The number of open streams. */
  readonly streams: number
  /** All received requests for a stream, including those that failed, oldest first. `requests` does not list them. */
  readonly requests: readonly StreamRequest[]
  /** Sends a hint to all open streams, without a change. Default `{}`: the inbox fetches at once. */
  hint(hint?: LiveHint): void
  /**
   * Delays hints until released, as a slow network does. Returns a function that ends the hold and delivers the hints
   * to the streams that are then open.
   */
  hold(): () => void
  /**
   * Sets whether there is a hint for every change, and notifies the open streams. If not, the inbox polls as often as
   * without a stream. Initially true.
   */
  setComplete(isComplete: boolean): void
  /** Breaks all open streams, as a lost connection does. The inbox reconnects. */
  cut(): void
  /**
   * Makes the next `times` requests for a stream fail: `{ status: 503 }`, or a response that is no stream. Default 1;
   * `Infinity`: until `clear` of the service.
   */
  fail(fault: Exclude<Fault, 'duplicate'>, times?: number): void
}

/** The service's view of its streams. */
export interface LiveStreams {
  /** Everything public except `fail`. */
  live: Omit<TestLive, 'fail'>
  record(request: StreamRequest): void
  open(request: Request): Response
  /** Hints all open streams except the one that caused the change. */
  publish(hint: LiveHint, causedBy?: string | null): void
  /** Ends all holds, and delivers the hints. */
  release(): void
  /** The token of a feed page. Empty while not every change is hinted. Undefined without streams. */
  token(): string | undefined
}

/** A client ends a stream that is silent. */
const comment = ':\n\n'

export const createLiveStreams = (isEnabled: boolean): LiveStreams => {
  /** By request. A request that is not referenced may be collected, and its signal would never abort. */
  const streams = new Map<Request, { send: (text: string) => void; cut: () => void }>()
  const requests: StreamRequest[] = []
  let complete = true
  /** The number of changes. */
  let published = 0
  const token = () => (isEnabled ? (complete ? String(published) : '') : undefined)
  const holds = new Set<object>()
  let held: (() => void)[] = []

  const publish: LiveStreams['publish'] = (hint, causedBy = null) => {
    published += 1
    const deliver = () => {
      for (const [{ headers }, { send }] of streams)
        if (causedBy === null || headers.get(streamIdHeader) !== causedBy) send(eventText('hint', hint))
    }
    if (holds.size > 0) held.push(deliver)
    else deliver()
  }

  const deliverHeld = () => {
    const delivers = held
    held = []
    for (const deliver of delivers) deliver()
  }

  const open = (request: Request): Response => {
    const { signal, url } = request
    signal.throwIfAborted()
    const isCurrent = complete && new URL(url).searchParams.get(liveTokenParameter) === token()
    const encoder = new TextEncoder()
    let close = () => {}
    const Body = streamClass()
    const body = new Body<Uint8Array>({
      start: (controller) => {
        const send = (text: string) => controller.enqueue(encoder.encode(text))
        const timer = setInterval(send, heartbeatEvery, comment)
        const fail = (reason: unknown) => {
          close()
          controller.error(reason)
        }
        const abort = () => fail(signal.reason)
        close = () => {
          clearInterval(timer)
          signal.removeEventListener('abort', abort)
          streams.delete(request)
        }
        signal.addEventListener('abort', abort)
        streams.set(request, { send, cut: () => fail(new TypeError('The test service cut this stream.')) })
        send(comment + eventText('status', { complete, ...(isCurrent && { current: true }) } satisfies LiveStatus))
      },
      cancel: () => close(),
    })
    return new Response(body, { headers: eventStreamHeaders })
  }

  return {
    live: {
      isEnabled,
      get streams() {
        return streams.size
      },
      requests,
      hint: (hint = {}) => publish(hint),
      hold: () => {
        const hold = {}
        holds.add(hold)
        return () => {
          if (holds.delete(hold) && holds.size === 0) deliverHeld()
        }
      },
      setComplete: (isComplete) => {
        complete = isComplete
        for (const { send } of streams.values()) send(eventText('status', { complete } satisfies LiveStatus))
      },
      cut: () => {
        for (const { cut } of streams.values()) cut()
      },
    },
    record: (request) => void requests.push(request),
    open,
    publish,
    token,
    release: () => {
      holds.clear()
      deliverHeld()
    },
  }
}

/**
 * ReadableStream. In a DOM that lacks it, such as jsdom in Vitest's `vmThreads`, the body of a response has its class.
 */
const streamClass = () => globalThis.ReadableStream ?? (new Response(' ').body?.constructor as typeof ReadableStream)
