import { heartbeat, openingEvents, statusEvent } from './streamEvents.ts'

/** The registry that a stream belongs to. */
export interface StreamRegistry {
  /** Whether hints cover every change. */
  readonly complete: boolean
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

/** After so many comments in a row that the user did not read, it is disconnected. */
const mostMissed = 3

/**
 * The stream of one browser. Nothing is queued for a user that does not read: when it reads again, it gets the newest
 * status and the newest hint. A process has thousands of these objects, so they are small: everything that streams
 * share is in their registry.
 */
export class BrowserStream {
  readonly subscriberId: string
  readonly streamId: string | undefined
  readonly endsAt: number
  readonly slot: number
  /** The subscriber's next stream. A list without objects of its own. */
  next: BrowserStream | undefined
  readonly #registry: StreamRegistry
  readonly #isCurrent: boolean
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  /** Releases the request, which otherwise lives as long as the stream. */
  #release: (() => void) | undefined
  /** Whether the user waits for the next part. */
  #isReading = false
  #missed = 0
  #hasBegun = false
  #statusIsDue = false
  #dueHint: Uint8Array | undefined

  constructor(registry: StreamRegistry, { subscriberId, streamId, isCurrent, endsAt, slot }: StreamIdentity) {
    this.#registry = registry
    this.#isCurrent = isCurrent
    this.subscriberId = subscriberId
    this.streamId = streamId
    this.endsAt = endsAt
    this.slot = slot
  }

  /**
   * The body of the response. The stream ends when the user cancels the body, and when the request's signal aborts:
   * some frameworks do only one of them.
   */
  toBody(request: Request): ReadableStream<Uint8Array> {
    const leave = () => this.end()
    request.signal.addEventListener('abort', leave)
    // The function refers to the request. Without a reference to it, Node collects the request, and its signal never
    // aborts.
    this.#release = () => request.signal.removeEventListener('abort', leave)
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => {
          this.#isReading = true
          this.#missed = 0
          this.#sendDue()
        },
        cancel: () => void this.#detach(),
      },
      // `pull` is called when the user waits, and not to fill a queue.
      { highWaterMark: 0 },
    )
  }

  #sendDue() {
    if (!this.#hasBegun) {
      this.#hasBegun = true
      this.#statusIsDue = false
      this.#write(openingEvents(this.#registry.complete, this.#isCurrent))
    } else if (this.#statusIsDue) {
      this.#statusIsDue = false
      this.#write(statusEvent(this.#registry.complete))
    } else if (this.#dueHint) {
      const hint = this.#dueHint
      this.#dueHint = undefined
      this.#write(hint)
    }
  }

  #write(part: Uint8Array) {
    this.#isReading = false
    this.#controller?.enqueue(part)
  }

  sendStatus(): void {
    this.#statusIsDue = true
    if (this.#isReading) this.#sendDue()
  }

  sendHint(event: Uint8Array): void {
    this.#dueHint = event
    if (this.#isReading) this.#sendDue()
  }

  /** Writes a comment. A user that does not read is disconnected: it would not notice an ordinary end. */
  sendHeartbeat(): void {
    if (this.#isReading) this.#write(heartbeat)
    else if (++this.#missed === mostMissed)
      this.#detach()?.error(new DOMException('The reader of this stream does not read.', 'TimeoutError'))
  }

  /** Ends the stream. The browser reconnects. */
  end(): void {
    this.#detach()?.close()
  }

  /** Returns the controller the first time. */
  #detach(): ReadableStreamDefaultController<Uint8Array> | undefined {
    const controller = this.#controller
    if (!controller) return undefined
    this.#controller = undefined
    this.#release?.()
    this.#release = undefined
    this.#dueHint = undefined
    this.#registry.ended(this)
    return controller
  }
}
