import type { StreamSink, StreamSource } from '../../node/directBody.ts'
import { heartbeat, openingEvents, statusEvent } from './streamEvents.ts'

/** The registry that a stream belongs to. */
export interface StreamOwner {
  /** Whether hints cover every change. */
  readonly complete: boolean
  /** The reader has stopped reading. */
  behind(stream: BrowserStream): void
  /** The reader reads again. */
  caughtUp(stream: BrowserStream): void
  /** The stream has ended, whoever ended it. */
  ended(stream: BrowserStream): void
}

/** The identity of a browser's stream. */
interface StreamIdentity {
  subscriberId: string
  /** Id of the stream, chosen by the browser. See `streamIdHeader`. */
  streamId: string | undefined
  /** Whether nothing has changed since the browser's first page. */
  isCurrent: boolean
  /** Time at which the stream ends, in milliseconds since 1970. */
  endsAt: number
  /** The slot of the wheel that sends its comments. */
  slot: number
}

/**
 * The stream of one browser. Events for a reader that has stopped reading are not queued: the newest status and the
 * newest hint follow when it reads again. A process has thousands of these objects, so they are small: everything that
 * streams share is in their owner.
 */
export class BrowserStream implements StreamSource {
  readonly subscriberId: string
  readonly streamId: string | undefined
  readonly endsAt: number
  readonly slot: number
  /** The subscriber's next stream. A list without objects of its own. */
  next: BrowserStream | undefined
  /** Time at which the reader stopped reading, in milliseconds since 1970. */
  behindSince = 0
  readonly #owner: StreamOwner
  readonly #isCurrent: boolean
  #sink: StreamSink | undefined
  /** Releases the request, which otherwise lives as long as the stream. */
  #release: (() => void) | undefined
  #isBehind = false
  #statusIsDue = false
  #dueHint: Uint8Array | undefined

  constructor(owner: StreamOwner, { subscriberId, streamId, isCurrent, endsAt, slot }: StreamIdentity) {
    this.#owner = owner
    this.#isCurrent = isCurrent
    this.subscriberId = subscriberId
    this.streamId = streamId
    this.endsAt = endsAt
    this.slot = slot
  }

  /**
   * Creates the body of the response. The stream ends when the reader cancels the body, and when the request's signal
   * aborts: some frameworks do only one of them.
   */
  toBody(request: Request): ReadableStream<Uint8Array> {
    const leave = () => this.end()
    request.signal.addEventListener('abort', leave)
    // The function refers to the request. Without a reference to it, Node collects the request, and its signal never
    // aborts.
    this.#release = () => request.signal.removeEventListener('abort', leave)
    let sink: StreamSink | undefined
    return new ReadableStream<Uint8Array>({
      start: (controller) => this.#begin((sink = bodySink(controller))),
      // After `attach`, the body no longer matters. A runtime cancels the body of a response that it collects.
      pull: () => (this.#sink === sink ? this.drained() : undefined),
      cancel: () => (this.#sink === sink ? this.left() : undefined),
    })
  }

  attach(sink: StreamSink): void {
    this.#release?.()
    this.#release = undefined
    // The stream ended before its response began.
    if (!this.#sink) return sink.end()
    this.#setBehind(false)
    this.#statusIsDue = false
    this.#begin(sink)
    this.#sendDue()
  }

  #begin(sink: StreamSink) {
    this.#sink = sink
    this.#write(openingEvents(this.#owner.complete, this.#isCurrent))
  }

  #write(part: Uint8Array) {
    if (this.#sink?.write(part) === false) this.#setBehind(true)
  }

  #setBehind(isBehind: boolean) {
    if (isBehind === this.#isBehind) return
    this.#isBehind = isBehind
    if (isBehind) this.#owner.behind(this)
    else this.#owner.caughtUp(this)
  }

  drained(): void {
    this.#setBehind(false)
    this.#sendDue()
  }

  #sendDue() {
    if (this.#statusIsDue && !this.#isBehind) {
      this.#statusIsDue = false
      this.#write(statusEvent(this.#owner.complete))
    }
    if (this.#dueHint && !this.#isBehind) {
      const hint = this.#dueHint
      this.#dueHint = undefined
      this.#write(hint)
    }
  }

  /** Writes the owner's status. */
  sendStatus(): void {
    if (this.#isBehind) this.#statusIsDue = true
    else this.#write(statusEvent(this.#owner.complete))
  }

  /** Writes the event of a hint. */
  sendHint(event: Uint8Array): void {
    if (this.#isBehind) this.#dueHint = event
    else this.#write(event)
  }

  /** Writes a comment. */
  sendHeartbeat(): void {
    if (!this.#isBehind) this.#write(heartbeat)
  }

  left(): void {
    this.#detach()
  }

  /** Ends the stream. The browser reconnects. */
  end(): void {
    this.#detach()?.end()
  }

  /** Disconnects a reader that does not read. It would not notice an ordinary end. */
  disconnect(): void {
    this.#detach()?.destroy()
  }

  /** Returns the sink the first time. */
  #detach(): StreamSink | undefined {
    const sink = this.#sink
    if (!sink) return undefined
    this.#sink = undefined
    this.#release?.()
    this.#release = undefined
    this.#dueHint = undefined
    this.#owner.ended(this)
    return sink
  }
}

/** Writes to the body of a response, whose reader may be slow. */
const bodySink = (controller: ReadableStreamDefaultController<Uint8Array>): StreamSink => ({
  write(part) {
    controller.enqueue(part)
    return (controller.desiredSize ?? 0) > 0
  },
  end: () => controller.close(),
  destroy: () =>
    controller.error(new DOMException('The reader of this stream did not read for 45 seconds.', 'TimeoutError')),
})
