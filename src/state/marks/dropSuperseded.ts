import type { MarkVerb } from '../../contract/marks.ts'
import type { Mark } from '../model/mark.ts'
import type { MarkLogState } from './markLog.ts'

const opposites: Record<MarkVerb, MarkVerb> = { read: 'unread', unread: 'read', seen: 'unseen', unseen: 'seen' }

/**
 * What is left to do of a mark that another page made and never sent: not what has been marked the other way since. Sent late,
 * it would have the last word. (One that was sent is sent again under its key, whole: it may have been done.)
 *
 * @param isSent whether one of our own marks has left; those that wait take their places behind it.
 * @returns undefined where nothing is left.
 */
export const dropSuperseded = (
  mark: Mark,
  { pending, settledItems, settledAlls }: MarkLogState,
  isSent: (id: string) => boolean,
): Mark | undefined => {
  const { verb, target, madeAt, sentAs } = mark
  if (madeAt === undefined || sentAs !== undefined) return mark
  const opposite = opposites[verb]
  const later = pending.filter(({ id, verb: made, madeAt: at = 0 }) => made === opposite && at > madeAt && isSent(id))
  const isAllOvertaken =
    later.some((other) => other.target.kind === 'all' && other.target.feeds === undefined) ||
    settledAlls.some((all) => all.verb === opposite && all.feeds === undefined && all.sentAt > madeAt)
  if (isAllOvertaken) return undefined
  if (target.kind === 'all') return mark

  const isOvertaken = (id: string) => {
    const settled = settledItems.get(id)
    return (
      (settled?.verb === opposite && settled.sentAt > madeAt) ||
      later.some((other) => other.target.kind === 'messages' && other.target.ids.includes(id))
    )
  }
  const ids = target.ids.filter((id) => !isOvertaken(id))
  return ids.length > 0 ? { ...mark, target: { kind: 'messages', ids } } : undefined
}
