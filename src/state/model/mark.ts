import type { InboxMessage } from '../../contract/inboxMessage.ts'
import { flagChanges } from '../../contract/markRules.ts'
import type { MarkAllAnswer, MarkVerb } from '../../contract/marks.ts'
import type { Tick } from './ticker.ts'

/** The two flags of a notification that marks change. */
export interface Flags {
  /** The reader has read or opened it. */
  read: boolean
  /** It was on the screen, or it is read. */
  seen: boolean
}

export const allFlags: readonly Flags[] = [true, false].flatMap((read) => [true, false].map((seen) => ({ read, seen })))

interface SomeMessages {
  /** Some messages. */
  kind: 'messages'
  /** The `_id` of each message. */
  ids: readonly string[]
}

interface AllMessages {
  /** All messages. */
  kind: 'all'
  /** Only messages of these feeds. Undefined: of every feed. */
  feeds: readonly string[] | undefined
  /**
   * Whether the response names the messages. Part of the mark, because a request that is repeated under its idempotency
   * key must have the same body.
   */
  returnIds?: boolean | undefined
}

/** The messages that a mark changes. */
export type MarkTarget = SomeMessages | AllMessages

/** A mark that was made in this browser. */
export interface Mark {
  /** Unique for each mark. */
  id: string
  /** The flag that it sets: "read", "unread", "seen" or "unseen". */
  verb: MarkVerb
  /** The messages that it changes. */
  target: MarkTarget
  /** When it was made. Orders the marks of two tabs; a mark without it comes first. */
  madeAt?: Tick | undefined
  /** The inbox made it by itself. A failure is not shown, because the reader did nothing that they could repeat. */
  isQuiet?: boolean | undefined
}

/** The part of a mark that only its delivery needs. */
export interface Delivery {
  /**
   * - `restored`: read from storage and shown, but perhaps still sent by the tab that made it.
   * - `queued`: the outbox sends it next.
   * - `sending`: a request that carries it is in flight.
   * - `paused`: its request waits for the browser to be online.
   */
  status: 'restored' | 'queued' | 'sending' | 'paused'
  /**
   * The idempotency key of the request that carried it. A repeated request has the same key and the same marks, or the
   * service would not recognize it.
   */
  sentAs?: string | undefined
}

/** A mark that has not settled yet. */
export type PendingMark = Mark & Delivery

/** A mark to send, perhaps for the second time. */
export type QueuedMark = Mark & Pick<Delivery, 'sentAs'>

/** A mark that did not reach the service, or that the service refused. It changes nothing that is shown. */
export interface FailedMark extends Mark {
  /** The reason: usually a typed error of `tidings/client`. */
  error: Error
}

/** The response of the service: the marked messages, or how many messages a mark-all changed, or also which. */
export type MarkAnswer =
  | { kind: 'messages'; messages: readonly InboxMessage[] }
  | { kind: 'all'; changed: MarkAllAnswer }

/** The time from a mark's request to its response. */
export interface Span {
  /** The id of the tab that sent it. Undefined for a mark of an earlier visit. */
  by?: string
  sentAt: Tick
  settledAt: Tick
}

/** The last response about one message. */
export interface SettledItem extends Flags, Span {
  /** The verb of its mark. Undefined after a restore, because storage does not have it. */
  verb?: MarkVerb
  /**
   * The response before it, without a further one. For a count that was requested in between: a message is marked as
   * seen, counted, and then marked as read. Not persisted.
   */
  earlier?: SettledItem | undefined
}

/** A settled mark-all. Its response names no messages, so the log stores the verb. */
export interface SettledAll extends Span {
  verb: MarkVerb
  feeds: readonly string[] | undefined
}

/**
 * Each mark changes one flag, and "read" also sets "seen". The flags in the service's response replace the prediction.
 */
export const predict = (flags: Flags, verb: MarkVerb): Flags => {
  // Runs ten thousand times for each mark-all. A spread takes twice as long.
  const { read = flags.read, seen = flags.seen } = flagChanges[verb]
  return { read, seen }
}
