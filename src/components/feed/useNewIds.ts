import { createContext, useContext, useMemo, useState } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'

/** Which notifications were shown, and how they were then. */
interface NewIdsMemory {
  shown: Set<string>
  /** Those that were unseen. */
  fresh: Set<string>
  /** The newest that was seen already: where the reader last stopped. */
  lastSeen: InboxNotification | undefined
}

const NewIdsContext = createContext<NewIdsMemory | undefined>(undefined)

/** Lets the lists of one panel, such as those of its tabs, remember together what was new. */
export const NewIdsProvider = NewIdsContext.Provider

/** Makes an empty memory. */
export const createNewIdsMemory = (): NewIdsMemory => ({ shown: new Set(), fresh: new Set(), lastSeen: undefined })

/** What is new in a list. */
interface News {
  /** The ids of the notifications that were unseen when they were first shown. */
  newIds: ReadonlySet<string>
  /**
   * The id of the first notification below the line at which the reader had stopped before this list, or this panel, was
   * opened. Undefined while nothing new stands above that line, or nothing below it.
   */
  stoppedAt: string | undefined
}

const isAtOrBelow = ({ createdAt }: InboxNotification, mark: InboxNotification) =>
  typeof createdAt === 'string' && typeof mark.createdAt === 'string' && createdAt <= mark.createdAt

/** The mark itself may have left the list: then the line stays where it would be. */
const findStop = (notifications: readonly InboxNotification[], { lastSeen: mark, fresh }: NewIdsMemory) => {
  if (!mark) return undefined
  const at = notifications.findIndex(({ _id }) => _id === mark._id)
  const place = at >= 0 ? at : notifications.findIndex((notification) => isAtOrBelow(notification, mark))
  const hasNews = notifications.slice(0, Math.max(place, 0)).some(({ _id }) => fresh.has(_id))
  return hasNews ? notifications[place]?._id : undefined
}

/**
 * What was unseen when this list, or this panel, first showed it. It keeps its tint although it is marked as seen a
 * second later: otherwise that would vanish under the eyes of who is reading. And the line below what is new stays.
 */
export const useNewIds = (notifications: readonly InboxNotification[]): News => {
  const around = useContext(NewIdsContext)
  const [own] = useState(createNewIdsMemory)
  const memory = around ?? own
  const stoppedAt = useMemo(() => {
    for (const notification of notifications) {
      const { _id, seen } = notification
      if (memory.shown.has(_id)) continue
      memory.shown.add(_id)
      if (seen) memory.lastSeen ??= notification
      else memory.fresh.add(_id)
    }
    return findStop(notifications, memory)
  }, [memory, notifications])
  return { newIds: memory.fresh, stoppedAt }
}
