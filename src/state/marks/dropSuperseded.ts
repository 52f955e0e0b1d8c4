import type { MarkVerb } from '../../contract/marks.ts'
import type { PendingMark, QueuedMark } from '../model/mark.ts'
import type { MarkLogState } from './markLog.ts'

const opposites: Record<MarkVerb, MarkVerb> = { read: 'unread', unread: 'read', seen: 'unseen', unseen: 'seen' }

/**
 * Drops the part of a restored mark that a later mark supersedes. Another tab made the mark and never sent it; sent
 * now, it would override what was marked the other way since. A mark that was sent stays whole, because the service may
 * have done it: its request is repeated under its idempotency key.
 *
 * @param pending this tab's own marks. Those that are still queued are sent after the restored mark, and need no drop.
 * @returns undefined if nothing is left.
 */
export const dropSuperseded = (
  mark: QueuedMark,
  pending: readonly PendingMark[],
  { settledItems, settledAlls }: Pick<MarkLogState, 'settledItems' | 'settledAlls'>,
): QueuedMark | undefined => {
  const { verb, target, madeAt, sentAs } = mark
  if (madeAt === undefined || sentAs !== undefined) return mark
  const opposite = opposites[verb]
  const later = pending.filter(
    (other) => other.verb === opposite && (other.madeAt ?? 0) > madeAt && other.sentAs !== undefined,
  )
  const isAllSuperseded =
    later.some((other) => other.target.kind === 'all' && other.target.feeds === undefined) ||
    settledAlls.some((all) => all.verb === opposite && all.feeds === undefined && all.sentAt > madeAt)
  if (isAllSuperseded) return undefined
  if (target.kind === 'all') return mark

  const isSuperseded = (id: string) => {
    const settled = settledItems.get(id)
    return (
      (settled?.verb === opposite && settled.sentAt > madeAt) ||
      later.some((other) => other.target.kind === 'messages' && other.target.ids.includes(id))
    )
  }
  const ids = target.ids.filter((id) => !isSuperseded(id))
  return ids.length > 0 ? { ...mark, target: { kind: 'messages', ids } } : undefined
}
