import { createContext, useContext, useMemo, useRef, useState } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'

/** The notifications that were shown, and whether they were new then. */
interface NewIdsMemory {
  shown: Set<string>
  /** The ids of those that were unseen. */
  fresh: Set<string>
  /** The newest notification that was already seen. */
  lastSeen: InboxNotification | undefined
}

const NewIdsContext = createContext<NewIdsMemory | undefined>(undefined)

/** Provides one memory to all lists of a panel, such as those of its tabs. */
export const NewIdsProvider = NewIdsContext.Provider

/** Creates an empty memory. */
export const createNewIdsMemory = (): NewIdsMemory => ({ shown: new Set(), fresh: new Set(), lastSeen: undefined })

interface News {
  /** The ids of the notifications that were unseen when they were first shown. */
  newIds: ReadonlySet<string>
  /**
   * The id of the first notification that was already seen when this list, or its panel, opened: the divider is above
   * it. Undefined while nothing above it is new, or if there is none.
   */
  firstEarlierId: string | undefined
}

const isAtOrBelow = ({ createdAt }: InboxNotification, mark: InboxNotification) =>
  typeof createdAt === 'string' && typeof mark.createdAt === 'string' && createdAt <= mark.createdAt

/** Finds the row below the divider. If that notification has left the list, the next older one replaces it. */
const findFirstEarlier = (notifications: readonly InboxNotification[], { lastSeen: mark, fresh }: NewIdsMemory) => {
  if (!mark) return undefined
  const at = notifications.findIndex(({ _id }) => _id === mark._id)
  const place = at >= 0 ? at : notifications.findIndex((notification) => isAtOrBelow(notification, mark))
  const hasNews = notifications.slice(0, Math.max(place, 0)).some(({ _id }) => fresh.has(_id))
  return hasNews ? notifications[place]?._id : undefined
}

/**
 * Finds the notifications that were unseen when this list, or its panel, first showed them. They are marked as seen a
 * second later. Their tint and the divider must not disappear while the reader looks at them.
 */
export const useNewIds = (notifications: readonly InboxNotification[]): News => {
  const around = useContext(NewIdsContext)
  const [own] = useState(createNewIdsMemory)
  const memory = around ?? own
  const firstEarlierId = useMemo(() => {
    for (const notification of notifications) {
      const { _id, seen } = notification
      if (memory.shown.has(_id)) continue
      memory.shown.add(_id)
      if (seen) memory.lastSeen ??= notification
      else memory.fresh.add(_id)
    }
    return findFirstEarlier(notifications, memory)
  }, [memory, notifications])
  return { newIds: memory.fresh, firstEarlierId }
}

interface RowIds {
  /** The ids of all rows. */
  ids: readonly string[]
  /** The ids that the last change of `ids` added above all others. */
  arrivedIds: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** Finds the ids of a list, and the arrivals among them. Returns the same object for as long as its rows stay in place. */
export const useRowIds = (notifications: readonly InboxNotification[]): RowIds => {
  // Not a state, which would render the list once more after each change.
  const latest = useRef<RowIds>({ ids: [], arrivedIds: none })
  return useMemo(() => {
    const before = latest.current.ids
    const areSame =
      notifications.length === before.length && notifications.every(({ _id }, index) => _id === before[index])
    if (areSame) return latest.current
    const ids = notifications.map(({ _id }) => _id)
    const count = before[0] === undefined ? 0 : ids.indexOf(before[0])
    return (latest.current = { ids, arrivedIds: count > 0 ? new Set(ids.slice(0, count)) : none })
  }, [notifications])
}
