import { heartbeatEvery, longestSpread } from '../../contract/live/liveStream.ts'
import type { Hint } from '../../live/liveHub.ts'
import { Refusal } from '../refusal.ts'
import { BrowserStream, type StreamRegistry } from './browserStream.ts'
import type { LiveSettings } from './liveOptions.ts'
import { hintEvent } from './streamEvents.ts'

/** The open streams of a proxy. */
export interface Streams {
  /**
   * Opens the stream of a subscriber.
   * @param isCurrent whether nothing has changed since the browser's first page.
   * @throws Refusal 429 if the subscriber has too many, 503 if the proxy has too many or is closing.
   */
  open(subscriberId: string, streamId: string | undefined, isCurrent: boolean): BrowserStream
  /** Sends a hint to its subscribers' streams, except the one that caused the change. */
  hint(hint: Hint): void
  /** Sends all streams whether hints cover every change. Called after each change of it. */
  setComplete(complete: boolean): void
  /** Ends all streams, spread over three seconds, and refuses new ones. */
  close(): Promise<void>
}

export interface StreamEvents {
  /** The first stream is open. */
  onFirst(): void
  /** The last stream has ended. */
  onLast(): void
  /** A subscriber's first stream is open. */
  onSubscriber(subscriberId: string): void
  /** A subscriber's last stream has ended. */
  onSubscriberLeft(subscriberId: string): void
}

/** How often the wheel turns by one slot, in milliseconds. */
const tick = 1_000
const slotCount = heartbeatEvery / tick

/** How long a stream lasts on average, in milliseconds. It bounds how long a signed-out session has one. */
const lifetime = 600_000

/** How long closing takes, and in how many steps. */
const closing = { time: 3_000, steps: 30 }

/** When a refused browser may try again, in seconds. Its inbox polls until then. */
const retryAfter = { full: '30', closing: '5' }

const refuse = (status: number, message: string, seconds: string, log?: string) =>
  new Refusal(status, message, { headers: { 'retry-after': seconds }, log })

export const createStreams = (settings: LiveSettings, events: StreamEvents): Streams => {
  const { environment, maxStreams, maxStreamsPerSubscriber, requestsPerSecond } = settings
  /** The first stream of each subscriber. The others follow as `next`. */
  const bySubscriber = new Map<string, BrowserStream>()
  // One timer turns the wheel, so that 10,000 streams have no timer each.
  const wheel = Array.from({ length: slotCount }, () => new Set<BrowserStream>())
  let slot = 0
  let size = 0
  let complete = false
  let stopWheel: (() => void) | undefined
  let closed: Promise<void> | undefined
  let onEmpty: (() => void) | undefined
  const logged = new Set<string>()

  /** Refused browsers try again and again, so a limit is logged once. */
  const refuseFull = (status: number, message: string, line: string) => {
    const isNew = !logged.has(line)
    logged.add(line)
    return refuse(status, message, retryAfter.full, isNew ? line : undefined)
  }

  const turn = () => {
    stopWheel = environment.schedule(turn, tick)
    slot = (slot + 1) % slotCount
    const now = environment.monotonic()
    for (const stream of wheel[slot] ?? []) {
      if (now >= stream.endsAt) stream.end()
      else stream.sendHeartbeat()
    }
  }

  const remove = (stream: BrowserStream) => {
    const { subscriberId } = stream
    const first = bySubscriber.get(subscriberId)
    if (first !== stream) {
      let before = first
      while (before && before.next !== stream) before = before.next
      if (before) before.next = stream.next
      return
    }
    if (stream.next) bySubscriber.set(subscriberId, stream.next)
    else {
      bySubscriber.delete(subscriberId)
      events.onSubscriberLeft(subscriberId)
    }
  }

  const registry: StreamRegistry = {
    get complete() {
      return complete
    },
    ended(stream) {
      wheel[stream.slot]?.delete(stream)
      remove(stream)
      size--
      if (size > 0) return
      stopWheel?.()
      events.onLast()
      onEmpty?.()
    },
  }

  const streamsOf = (subscriberId: string): BrowserStream[] => {
    const streams: BrowserStream[] = []
    for (let stream = bySubscriber.get(subscriberId); stream; stream = stream.next) streams.push(stream)
    return streams
  }

  const allStreams = () => [...wheel].flatMap((streams) => [...streams])

  const endAll = (left: number) => {
    const open = allStreams()
    for (const stream of open.slice(0, Math.ceil(open.length / left))) stream.end()
    if (left > 1 && size > 0) environment.schedule(() => endAll(left - 1), closing.time / closing.steps)
  }

  return {
    open(subscriberId, streamId, isCurrent) {
      if (closed) throw refuse(503, 'This server is shutting down.', retryAfter.closing)
      if (streamsOf(subscriberId).length >= maxStreamsPerSubscriber)
        throw refuseFull(
          429,
          'Too many inboxes of this subscriber are open.',
          `a subscriber has ${maxStreamsPerSubscriber} streams in this process. Further inboxes poll. If different ` +
            'people have the same subscriberId, give each their own; else increase live.maxStreamsPerSubscriber.',
        )
      if (size >= maxStreams)
        throw refuseFull(
          503,
          'Too many inboxes are open.',
          `this process has ${maxStreams} streams. Further inboxes poll. Start more processes, or increase ` +
            'live.maxStreams.',
        )
      const endsAt = environment.monotonic() + lifetime * (0.9 + 0.2 * environment.random())
      const stream = new BrowserStream(registry, { subscriberId, streamId, isCurrent, endsAt, slot })
      stream.next = bySubscriber.get(subscriberId)
      bySubscriber.set(subscriberId, stream)
      wheel[slot]?.add(stream)
      size++
      if (size === 1) {
        stopWheel = environment.schedule(turn, tick)
        events.onFirst()
      }
      if (!stream.next) events.onSubscriber(subscriberId)
      return stream
    },
    hint({ subscriberIds, early, streamId }) {
      const targets: BrowserStream[] = []
      let subscribers = 0
      for (const subscriberId of subscriberIds === 'all' ? bySubscriber.keys() : new Set(subscriberIds)) {
        const before = targets.length
        for (const stream of streamsOf(subscriberId))
          if (streamId === undefined || stream.streamId !== streamId) targets.push(stream)
        if (targets.length > before) subscribers++
      }
      if (targets.length === 0) return
      const spread = Math.ceil(Math.min(longestSpread, (1_000 * targets.length) / requestsPerSecond))
      const event = hintEvent({ ...(subscribers > 1 && { spread }), ...(early && { early }) })
      for (const stream of targets) stream.sendHint(event)
    },
    setComplete(value) {
      complete = value
      for (const stream of allStreams()) stream.sendStatus()
    },
    close: () =>
      (closed ??= new Promise((resolve) => {
        if (size === 0) return resolve()
        onEmpty = resolve
        endAll(closing.steps)
      })),
  }
}
