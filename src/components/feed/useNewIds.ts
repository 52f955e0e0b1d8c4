import { useContext, useMemo, useState } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { createNewIdsMemory, type NewIdsMemory, NewIdsContext } from './newIdsMemory.ts'

interface News {
  /** Whether each notification was unseen when it was first shown, by its id. */
  isNew: ReadonlyMap<string, boolean>
  /**
   * The id of the first notification below all that were new when this list, or its panel, opened: the divider is above
   * it. Undefined while nothing above it is new, or if there is none.
   */
  firstEarlierId: string | undefined
}

const isAtOrBelow = ({ createdAt }: InboxNotification, mark: InboxNotification) =>
  typeof createdAt === 'string' && typeof mark.createdAt === 'string' && createdAt <= mark.createdAt

/** Finds the row below the divider. If that notification has left the list, the next older one replaces it. */
const findFirstEarlier = (notifications: readonly InboxNotification[], { lastSeen: mark, isNew }: NewIdsMemory) => {
  if (!mark) return undefined
  const at = notifications.findIndex(({ _id }) => _id === mark._id)
  const index = at >= 0 ? at : notifications.findIndex((notification) => isAtOrBelow(notification, mark))
  const hasNews = notifications.slice(0, Math.max(index, 0)).some(({ _id }) => isNew.get(_id))
  return hasNews ? notifications[index]?._id : undefined
}

/**
 * Finds the notifications that were unseen when this list, or its panel, first showed them. They are marked as seen a
 * second later. Their tint and the divider must not disappear while the user looks at them.
 */
export const useNewIds = (notifications: readonly InboxNotification[]): News => {
  const around = useContext(NewIdsContext)
  const [own] = useState(createNewIdsMemory)
  const memory = around ?? own
  const firstEarlierId = useMemo(() => {
    let last = -1
    notifications.forEach(({ _id, seen }, index) => {
      if (!memory.isNew.has(_id)) memory.isNew.set(_id, !seen)
      if (memory.isNew.get(_id)) last = index
    })
    // Not the first one that was seen: a user may have opened a notification above one that is new.
    memory.lastSeen ??= notifications[last + 1]
    return findFirstEarlier(notifications, memory)
  }, [memory, notifications])
  return { isNew: memory.isNew, firstEarlierId }
}
