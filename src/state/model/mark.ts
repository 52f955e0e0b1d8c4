import { flagChanges } from '../../contract/markRules.ts'
import type { MarkVerb } from '../../contract/marks.ts'

/** The two flags of a notification that marks change. */
export interface Flags {
  /** The reader has read or opened it. */
  read: boolean
  /** It was on the screen, or it is read. */
  seen: boolean
}

export const allFlags: readonly Flags[] = [true, false].flatMap((read) => [true, false].map((seen) => ({ read, seen })))

/** The messages that a mark changes. */
export type MarkTarget = SomeMessages | AllMessages

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
}

/** A mark that did not reach the service, or that the service refused. It changes nothing that is shown. */
export interface FailedMark {
  /** Unique for each mark. */
  id: string
  /** The flag that it sets: "read", "unread", "seen" or "unseen". */
  verb: MarkVerb
  /** The messages that it changes. */
  target: MarkTarget
  /** The reason: usually a typed error of `tidings/client`. */
  error: Error
}

/**
 * Each mark changes one flag, and "read" also sets "seen". The flags in the service's response replace the prediction.
 */
export const predict = (flags: Flags, verb: MarkVerb): Flags => {
  // Runs ten thousand times for each mark-all. A spread takes twice as long.
  const { read = flags.read, seen = flags.seen } = flagChanges[verb]
  return { read, seen }
}
