import { boolean } from '../../contract/inbox/guard.ts'
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

export const pickFlags = ({ read, seen }: Flags): Flags => ({ read, seen })

/** Flags as a number, which is the same only for the same flags. */
export const flagBits = ({ read, seen }: Flags): number => Number(read) * 2 + Number(seen)

/** The guards of the flags in what is stored. */
export const flagGuards = { read: boolean, seen: boolean }

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
 * The flag that each mark is about, and its value. Two marks of one flag contradict each other, and undo each other. In
 * the order in which an undo makes them: "read" also sets "seen".
 */
export const ownFlag: Readonly<Record<MarkVerb, readonly [flag: keyof Flags, value: boolean]>> = {
  read: ['read', true],
  unread: ['read', false],
  seen: ['seen', true],
  unseen: ['seen', false],
}

/** Whether a mark sets the flag of another one to the other value. */
export const contradicts = (a: MarkVerb, b: MarkVerb): boolean =>
  ownFlag[a][0] === ownFlag[b][0] && ownFlag[a][1] !== ownFlag[b][1]

/**
 * Each mark changes one flag, and "read" also sets "seen". The flags in the service's response replace the prediction.
 */
export const predict = (flags: Flags, verb: MarkVerb): Flags => {
  // Runs ten thousand times for each mark-all. A spread takes twice as long.
  const { read = flags.read, seen = flags.seen } = flagChanges[verb]
  return { read, seen }
}
