import type { MarkVerb } from '../../contract/marks.ts'
import type { Intent } from './intent.ts'

/** Sets a flag of some messages. */
export interface Mark extends Intent {
  kind: 'mark'
  subject: 'feed'
  ids: readonly string[]
  /** The flag: "read", "unread", "seen" or "unseen". */
  verb: MarkVerb
}

/** Sets a flag of all messages. */
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

/** An intent whose effect on the feed `state/marks` shows. */
export type FeedIntent = Mark | MarkAll

export const isFeedIntent = (intent: Intent): intent is FeedIntent => /^mark(All)?$/.test(intent.kind)
