import { useMemo, useRef } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'

interface RowIds {
  ids: readonly string[]
  /** The ids that the last change of `ids` added above all others. */
  arrivedIds: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/**
 * Finds the ids of a list, and the arrivals among them. Returns the same object for as long as its rows stay in place.
 */
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
