import type { TriageAction } from '../../contract/extensions/notificationChanges.ts'
import { boolean, nullable, optional, string } from '../../contract/inbox/guard.ts'
import { flagChanges } from '../../contract/markRules.ts'
import type { MarkVerb } from '../../contract/marks.ts'

/** What the user changes of a notification. Each one is in the feed, the archive, the snoozed ones, or deleted. */
export interface Flags {
  /** The user has read or opened it. */
  read: boolean
  /** It was on the screen, or it is read. */
  seen: boolean
  /** It is in the archive. Default: it is not. */
  archived?: boolean | undefined
  /** It is snoozed until then, ISO 8601. Default: it is not. */
  snoozedUntil?: string | null | undefined
  /** It is deleted. Default: it is not. */
  deleted?: boolean | undefined
}

const readAndSeen = [true, false].flatMap((read) => [true, false].map((seen) => ({ read, seen })))

/** An example of each state that a mark can change, or that a filter can ask for. */
export const allFlags: readonly Flags[] = readAndSeen.flatMap((flags) => [
  flags,
  { ...flags, archived: true },
  { ...flags, snoozedUntil: 'later' },
])

export const pickFlags = ({ read, seen, archived, snoozedUntil, deleted }: Flags): Flags => ({
  read,
  seen,
  archived,
  snoozedUntil,
  deleted,
})

const flagNames = ['read', 'seen', 'archived', 'snoozedUntil', 'deleted'] as const

/** Whether two have the same flags. A missing flag is false. */
export const isSameFlags = (a: Flags, b: Flags): boolean =>
  flagNames.every((name) => (a[name] || false) === (b[name] || false))

/** The guards of the flags in what is stored. */
export const flagGuards = {
  read: boolean,
  seen: boolean,
  archived: optional(boolean),
  snoozedUntil: optional(nullable(string)),
  deleted: optional(boolean),
}

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
  /**
   * The flag that it sets: "read", "unread", "seen" or "unseen". Or what else it does: "archive", "unarchive",
   * "snooze", "unsnooze", "delete", or "archiveRead" for all that are read.
   */
  verb: Verb
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

/** What an intent does with each message that it changes. */
export type Verb = MarkVerb | TriageAction | 'archiveRead'

const archive: Partial<Flags> = { read: true, seen: true, archived: true, snoozedUntil: null }

/** The flags that each verb sets, besides the time of a snooze. An unread message is never in the archive. */
export const changes: Readonly<Record<Verb, Partial<Flags>>> = {
  ...flagChanges,
  unread: { ...flagChanges.unread, archived: false },
  archive,
  archiveRead: archive,
  unarchive: { archived: false },
  snooze: { archived: false },
  unsnooze: { snoozedUntil: null },
  delete: { deleted: true },
}

/**
 * The flags after a change. Those in the service's response replace the prediction.
 * @param snoozeUntil the time of a "snooze".
 */
export const predict = (flags: Flags, verb: Verb, snoozeUntil?: string): Flags => {
  // Runs ten thousand times for each mark-all. A spread takes twice as long.
  const {
    read = flags.read,
    seen = flags.seen,
    archived = flags.archived,
    snoozedUntil = snoozeUntil ?? flags.snoozedUntil,
    deleted = flags.deleted,
  } = changes[verb]
  return { read, seen, archived, snoozedUntil, deleted }
}
