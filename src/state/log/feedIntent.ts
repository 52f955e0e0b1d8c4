import type { TriageAction } from '../../contract/extensions/notificationChanges.ts'
import type { buttonTypes } from '../../contract/inbox/constants.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import { isInFeed } from '../model/feedFilter.ts'
import { type Flags, predict } from '../model/mark.ts'
import type { Intent } from './intent.ts'

/** Sets a flag of some messages. */
export interface Mark extends Intent {
  kind: 'mark'
  subject: 'feed'
  ids: readonly string[]
  /** The flag: "read", "unread", "seen" or "unseen". */
  verb: MarkVerb
}

/** Sets a flag of all messages in the feed. */
export interface MarkAll extends Intent {
  kind: 'markAll'
  subject: 'feed'
  /** The flag: "read", "unread", "seen" or "unseen". */
  verb: MarkVerb
  /** Only messages of these feeds. Undefined: of every feed. */
  feeds?: readonly string[] | undefined
  /**
   * Whether the response names the messages. Part of the intent, because a request that is repeated under its
   * idempotency key must have the same body.
   */
  returnIds?: boolean | undefined
}

/** Archives, snoozes or deletes some messages, or returns them to the feed. */
export interface TriageIntent extends Intent {
  kind: 'triage'
  subject: 'feed'
  ids: readonly string[]
  verb: TriageAction
  /** When snoozed ones return, ISO 8601. Undefined for other verbs. */
  snoozeUntil?: string | undefined
}

/** Archives all messages in the feed that are read. */
export interface ArchiveRead extends Intent {
  kind: 'archiveRead'
  subject: 'feed'
  ids?: undefined
  verb: 'archiveRead'
}

/** Stores that a button of a message was used. It changes no flag. */
export interface ActionIntent extends Intent {
  kind: 'action'
  subject: 'feed'
  /** The `_id` of the one message. */
  ids: readonly string[]
  /** The type of the button. */
  button: (typeof buttonTypes)[number]
}

/** An intent that changes flags, as `markedFlags` shows. */
export type FeedIntent = Mark | MarkAll | TriageIntent | ArchiveRead

export const isFeedIntent = (intent: Intent): intent is FeedIntent =>
  /^(mark(All)?|triage|archiveRead)$/.test(intent.kind)

/** Whether an intent concerns this delivery of a message: it was not made on an earlier one, or before it. */
export const isMadeOn = (
  { ids, madeOn, until }: Pick<Intent, 'ids' | 'madeOn' | 'until'>,
  { _id, createdAt }: Pick<InboxNotification, '_id' | 'createdAt'>,
): boolean => {
  const last = ids ? madeOn?.[_id] : until
  return last === undefined || (createdAt ?? '') <= last
}

/** The feeds that an intent is limited to. Undefined: it concerns every feed. */
export const feedsOf = (intent: FeedIntent): readonly string[] | undefined =>
  intent.kind === 'markAll' ? intent.feeds : undefined

/**
 * Whether an intent that names no messages changes one with these flags: only if it is in the feed. But where a service
 * lists archived ones among the others, "read" and "seen" set the flags of these too.
 */
const isConcerned = (flags: Flags, { verb }: FeedIntent) =>
  verb === 'archiveRead'
    ? isInFeed(flags) && flags.read
    : isInFeed(flags) || (flags.archived === true && verb !== 'unread')

/** The flags of a message after an intent on it, or on all. */
export const flagsAfter = (flags: Flags, intent: FeedIntent): Flags => {
  if (intent.ids === undefined && !isConcerned(flags, intent)) return flags
  return predict(flags, intent.verb, intent.kind === 'triage' ? intent.snoozeUntil : undefined)
}
