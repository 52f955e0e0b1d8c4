import type { Flags } from '../model/mark.ts'
import type { Tick } from '../model/ticker.ts'

/**
 * What the user wants, and what the inbox does for them. JSON: it is stored until the service has done it, and then
 * other tabs get it.
 */
export interface Intent {
  /** Unique for each intent. */
  id: string
  /** The name of its kind. The other fields depend on it. See `IntentKind`. */
  kind: string
  /** What it changes. Intents on one subject are sent one after another, in the order in which they were made. */
  subject: 'feed' | 'preferences'
  /** The `_id` of each message that it changes. Undefined: it changes any, and no later intent overtakes it. */
  ids?: readonly string[] | undefined
  /**
   * The `createdAt` of these messages when it was made, by id, as far as the inbox knew them. One that is delivered
   * again later is not what the user saw: see `isMadeOn`.
   */
  madeOn?: Readonly<Record<string, string>> | undefined
  /**
   * The newest `createdAt` that the inbox knew when it was made, if the service leaves alone what was delivered later.
   * Such an intent on any message does not change later ones, and one on some messages says what it was made on.
   */
  until?: string | undefined
  /** When it was made. Orders the intents of two tabs; an intent without it comes first. */
  madeAt?: Tick | undefined
  /** The inbox made it by itself, or its failure shows elsewhere: there is nothing that the user could repeat. */
  isQuiet?: boolean | undefined
}

/** How far an intent is sent. */
export interface SendState {
  /**
   * - `restored`: read from storage and shown, but perhaps still sent by the tab that made it.
   * - `held`: a deletion that the user can still undo.
   * - `elsewhere`: a deletion that another tab holds. This tab shows it, and neither sends nor persists it.
   * - `queued`: the outbox sends it next.
   * - `sending`: a request that carries it is in flight.
   * - `paused`: its request waits for the browser to be online.
   */
  status: 'restored' | 'held' | 'elsewhere' | 'queued' | 'sending' | 'paused'
  /**
   * The idempotency key of the request that carried it. A repeated request has the same key and carries the same
   * intents, or the service would not recognize it.
   */
  sentAs?: string | undefined
}

/** An intent that has not settled yet. */
export type PendingIntent = Intent & SendState

/** An intent to send, perhaps for the second time. */
export type QueuedIntent = Intent & Pick<SendState, 'sentAs'>

/** An intent that did not reach the service, or that the service refused. It changes nothing that is shown. */
export type FailedIntent = Intent & {
  /** The reason: usually a typed error of `tidings/client`. */
  error: Error
}

/** The time from an intent's request to its response. */
export interface Span {
  /** The id of the tab that sent it. Undefined for an intent of an earlier visit. */
  by?: string | undefined
  sentAt: Tick
  settledAt: Tick
}

/** What the service did for an intent, or for several that shared a request. */
export interface Settled extends Span {
  /** The intent, as the request carried it. */
  intent: Intent
  /**
   * The flags of messages in the response, with `archived` if it shows where they are. Undefined if the response names
   * no messages.
   */
  items?: readonly (readonly [id: string, flags: Flags])[] | undefined
  /** Whether the service may have done more than it says, or less. */
  isUncertain?: boolean
}

/** The last response about one message. */
export interface SettledItem extends Flags, Span {
  /** The intent that it responds to. Undefined after a restore, because storage does not have it. */
  intent?: Intent
  /** When the last response settled that shows where the message is: in the feed, archived, snoozed or deleted. */
  placedAt?: Tick | undefined
  /**
   * The response before it, without a further one. For a count that was requested in between: a message is marked as
   * seen, counted, and then marked as read. Not persisted.
   */
  earlier?: SettledItem | undefined
}
