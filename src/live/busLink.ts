import { toError } from '../client/errors/TidingsError.ts'
import { type BusText, decodeText, encodeText, splitHint } from './busText.ts'
import type { LiveEnvironment } from './liveEnvironment.ts'
import type { Hint, LiveBus } from './liveHub.ts'

/** How often a hub sends a ping, in milliseconds. */
const pingEvery = 10_000

/** How long a ping may take from the hub through the bus and back, in milliseconds. Also the patience of `close`. */
const pingPatience = 5000

/** After this silence a hub has ended, in milliseconds. */
const senderLifetime = 5 * 60_000

/** The most texts that wait for a bus. A client of Redis that reconnects may store texts without limit. */
const mostTexts = 5000

/**
 * How far a text may be behind others of its hub. One that is further behind follows a forged number, which must not
 * hide losses until the hub has come so far.
 */
const mostLate = 10

const notAccepted = `The live bus did not accept a text within ${pingPatience / 1000} seconds.`

const notDelivered =
  'The live bus accepts texts but does not deliver them. If it is a postgresBus behind PgBouncer in ' +
  'transaction mode, ' +
  'LISTEN receives nothing: pass a direct connection string of the PostgreSQL server.'

/** A hub's connection to the other hubs. */
export interface BusLink {
  /** Sends a hint to the other hubs. It never throws. */
  send(hint: Hint): void
  /** Whether the last ping came back, and no text failed since. */
  isConnected(): boolean
  /** Waits for the texts being sent, and leaves the bus. */
  close(): Promise<void>
}

export interface BusLinkOptions {
  /** Time and randomness. */
  environment: LiveEnvironment
  /** Receives the hints of other hubs, and a hint for every subscriber if some may have been lost. */
  receive: (hint: Hint) => void
  /** Called after each change of `isConnected()`. */
  onChange: () => void
  /** Called once per outage. */
  onError: (error: Error) => void
}

/**
 * Connects a hub to a bus. A bus may lose texts and fail silently, so the link relies on nothing that a bus reports:
 * numbered texts reveal a loss, and a ping that returns proves that both directions work.
 */
export const createBusLink = (bus: LiveBus, options: BusLinkOptions): BusLink => {
  const { environment, receive, onChange, onError } = options
  const self = environment.newId()
  const senders = new Map<string, { seq: number; lastAt: number }>()
  const sending = new Set<Promise<void>>()
  let seq = 0
  let isConnected = false
  let isReported = false
  let isClosed = false
  /** The number of the ping that must come back. */
  let awaited: number | undefined
  let leave: (() => void | Promise<void>) | undefined
  let cancelPing = () => {}
  let cancelDeadline = () => {}

  const fail = (message: string, cause?: unknown) => {
    if (isClosed) return
    awaited = undefined
    cancelDeadline()
    if (isConnected) {
      isConnected = false
      onChange()
    }
    if (isReported) return
    isReported = true
    onError(new Error(`${message} Until the bus works again, inboxes poll.`, { cause }))
  }

  const recover = () => {
    awaited = undefined
    cancelDeadline()
    isReported = false
    if (isConnected) return
    isConnected = true
    onChange()
    receive({ subscriberIds: 'all' })
  }

  /** Resolves when the bus has accepted the text. It never rejects. */
  const transmit = async (text: BusText): Promise<void> => {
    // The receivers notice the missing number.
    if (sending.size >= mostTexts) return fail(`${mostTexts} texts wait for the live bus, which does not accept them.`)
    const sent = publish(bus, encodeText(text))
    sending.add(sent)
    try {
      await sent
    } catch (error) {
      fail(`The live bus can't send: ${reasonOf(error)}.`, error)
    } finally {
      sending.delete(sent)
    }
  }

  const ping = () => {
    const oldest = environment.monotonic() - senderLifetime
    for (const [from, { lastAt }] of senders) if (lastAt < oldest) senders.delete(from)
    let isAccepted = false
    awaited = ++seq
    cancelDeadline()
    cancelDeadline = environment.schedule(() => fail(isAccepted ? notDelivered : notAccepted), pingPatience)
    cancelPing()
    cancelPing = environment.schedule(ping, pingEvery)
    void transmit({ from: self, seq: awaited }).then(() => (isAccepted = true))
  }

  const receiveText = (text: string) => {
    const read = isClosed ? undefined : decodeText(text)
    if (!read) return
    // A late ping proves nothing: each one of a slow bus would end the outage that the next one starts.
    if (read.from === self) return read.seq === awaited ? recover() : undefined
    const last = senders.get(read.from)?.seq ?? 0
    const isLate = read.seq <= last && read.seq > last - mostLate
    senders.set(read.from, { seq: isLate ? last : read.seq, lastAt: environment.monotonic() })
    if (!isLate && read.seq !== last + 1) receive({ subscriberIds: 'all' })
    else if (read.hint) receive(read.hint)
  }

  const start = async () => {
    // If the bus takes longer, the ping reports why.
    cancelPing = environment.schedule(ping, pingPatience)
    const end = await bus.subscribe(receiveText)
    if (isClosed) return end()
    leave = end
    ping()
  }

  start().catch((error: unknown) => {
    cancelPing()
    fail(`The live bus can't receive: ${reasonOf(error)}.`, error)
  })

  return {
    send: (hint) => {
      for (const part of splitHint(hint, self)) void transmit({ from: self, seq: ++seq, hint: part })
    },
    isConnected: () => isConnected,
    close: async () => {
      isClosed = true
      cancelPing()
      cancelDeadline()
      // A bus that hangs must not prevent the process from stopping.
      await new Promise<void>((resolve) => {
        const cancel = environment.schedule(resolve, pingPatience)
        const end = async () => {
          await Promise.allSettled(sending)
          await leave?.()
        }
        end()
          .catch(() => {})
          .finally(() => {
            cancel()
            resolve()
          })
      })
    },
  }
}

/** Turns an error that a bus throws into a rejection. */
const publish = async (bus: LiveBus, text: string) => bus.publish(text)

const reasonOf = (error: unknown): string => toError(error).message.replace(/\.$/, '')
