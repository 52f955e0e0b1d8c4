import type { Stamped } from './applyMarks.ts'
import { newestFirst } from './newestFirst.ts'

/**
 * Adds notifications that another list knows to a list that a mark has brought them into, each at its place by time:
 * what is marked as unread in one tab is in the "unread" tab in the same moment. One that is older than what is loaded
 * stays out: its page will bring it.
 *
 * @param hasMore whether there is more of the list than is loaded.
 */
export const insertKnown = (
  items: readonly Stamped[],
  known: ReadonlyMap<string, Stamped>,
  hasMore: boolean,
): readonly Stamped[] => {
  if (known.size === 0) return items
  const ids = new Set(items.map(({ notification }) => notification._id))
  const oldest = items.at(-1)?.notification.createdAt ?? ''
  const added = [...known.values()].filter(
    ({ notification }) =>
      !ids.has(notification._id) && (!hasMore || (oldest !== '' && (notification.createdAt ?? '') > oldest)),
  )
  return added.length === 0 ? items : newestFirst([...items, ...added])
}
