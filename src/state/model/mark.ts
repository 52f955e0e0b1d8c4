import type { InboxMessage } from '../../contract/inboxMessage.ts'
import { flagChanges } from '../../contract/markRules.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import type { Tick } from './ticker.ts'

/** The two flags that marks move (part 3). */
export interface Flags {
  read: boolean
  seen: boolean
}

/** Every state that a notification can be in. */
export const allFlags: readonly Flags[] = [true, false].flatMap((read) => [true, false].map((seen) => ({ read, seen })))

/** What a mark is about: some messages, or all of them (perhaps of some feeds only). */
export type MarkTarget =
  | { kind: 'messages'; ids: readonly string[] }
  | { kind: 'all'; feeds: readonly string[] | undefined }

/** A mark that somebody made. */
export interface Mark {
  /** Unique for each mark. */
  id: string
  /** What the messages shall be. */
  verb: MarkVerb
  /** Which messages: some, all, or all of some feeds. */
  target: MarkTarget
  /** When it was made: puts the marks of two tabs in order. One without comes before those that have it. */
  madeAt?: Tick
  /** Made by the inbox itself: when it fails there is nothing that a reader did and could do again. */
  isQuiet?: boolean
  /** A mark-all whose reader may want it back: what it changes is listed first. */
  isUndoable?: boolean
  /**
   * The idempotency key under which it was sent before the page was loaded anew. All that went under one key goes
   * under it again, and nothing else: the service must find the same request.
   */
  sentAs?: string
}

/** A mark on its way. `paused`: waiting for the browser to be online. */
export interface PendingMark extends Mark {
  status: 'pending' | 'paused'
}

/** A mark that did not reach the service, or was refused. It changes nothing that is shown. */
export interface FailedMark extends Mark {
  /** Why: a typed error of `tidings/client`, as a rule. */
  error: Error
}

/**
 * What the service answered: the messages (4.6), or how many a mark-all changed (4.7), with the messages that it found
 * to change where they were listed.
 */
export type MarkAnswer =
  | { kind: 'messages'; messages: readonly InboxMessage[] }
  | { kind: 'all'; count: number; affected: ReadonlyMap<string, Flags> | undefined }

/** When a mark was on its way. */
export interface Span {
  /** Which tab sent it. Undefined: one of an earlier visit. */
  by?: string
  sentAt: Tick
  /** When it was answered. */
  settledAt: Tick
}

/** What the service answered last about one message. */
export interface SettledItem extends Flags, Span {
  /** What was marked, where that is known: not of what an earlier visit kept. */
  verb?: MarkVerb
}

/** A mark-all that the service has done. Its answer names no messages, so the verb itself is kept. */
export interface SettledAll extends Span {
  verb: MarkVerb
  feeds: readonly string[] | undefined
}

/**
 * What a mark does to the flags, as far as one can predict: each mark moves one flag (part 3), and what was read was
 * also seen. The service's own answer replaces the prediction as soon as it is there.
 */
export const predict = (flags: Flags, verb: MarkVerb): Flags => {
  // Ten thousand times for each mark-all: a spread takes twice as long.
  const { read = flags.read, seen = flags.seen } = flagChanges[verb]
  return { read, seen }
}
