import { type FeedIntent, isFeedIntent } from '../log/feedIntent.ts'
import type { Intent, PendingIntent, QueuedIntent } from '../log/intent.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import { changes, type Flags, ownFlag, type Verb } from '../model/mark.ts'

const isSnooze = (verb: Verb) => verb === 'snooze' || verb === 'unsnooze'

const own: Partial<Record<Verb, readonly [flag: keyof Flags, value: boolean]>> = ownFlag

/** Whether one of them, sent after the other, would take back what that one did. */
const contradicts = (a: Verb, b: Verb): boolean => {
  const [first, second] = [own[a], own[b]]
  if (first && second) return first[0] === second[0] && first[1] !== second[1]
  // Two snoozes end at different times.
  if (isSnooze(a) && isSnooze(b)) return a === 'snooze' || b === 'snooze'
  return Object.entries(changes[a]).some(([flag, value]) => (changes[b][flag as keyof Flags] ?? value) !== value)
}

/**
 * Drops the part of a restored mark that a later mark supersedes. Another tab made the mark and never sent it; sent
 * now, it would override what was marked the other way since. A mark that was sent stays whole, because the service may
 * have done it: its request is repeated under its idempotency key.
 *
 * @param pending this tab's own intents. Those that are still queued are sent after the restored mark, and need no
 * drop.
 * @returns undefined if nothing is left.
 */
export const dropSuperseded = <Made extends FeedIntent & QueuedIntent>(
  mark: Made,
  pending: readonly PendingIntent[],
  { settledItems, settledOthers }: Pick<IntentLogState, 'settledItems' | 'settledOthers'>,
): Made | undefined => {
  const { verb, madeAt, sentAs } = mark
  if (madeAt === undefined || sentAs !== undefined) return mark
  const isOpposite = (other: Intent): other is FeedIntent => isFeedIntent(other) && contradicts(other.verb, verb)
  const isOfAll = (other: Intent) => isOpposite(other) && other.kind === 'markAll' && other.feeds === undefined
  const later = pending.filter(
    (other) => isOpposite(other) && (other.madeAt ?? 0) > madeAt && other.sentAs !== undefined,
  )
  const isAllSuperseded =
    later.some(isOfAll) || settledOthers.some(({ intent, sentAt }) => isOfAll(intent) && sentAt > madeAt)
  if (isAllSuperseded) return undefined
  if (mark.ids === undefined) return mark

  const isSuperseded = (id: string) => {
    const settled = settledItems.get(id)
    return (
      (settled?.intent !== undefined && isOpposite(settled.intent) && settled.sentAt > madeAt) ||
      later.some(({ ids }) => ids?.includes(id))
    )
  }
  const ids = mark.ids.filter((id) => !isSuperseded(id))
  return ids.length > 0 ? { ...mark, ids } : undefined
}
