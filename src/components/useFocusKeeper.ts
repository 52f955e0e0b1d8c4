import { useRef, type FocusEvent, type RefObject } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { activeElementNear, focusIsLost } from './focus.ts'
import { useBrowserLayoutEffect } from '../hooks/useLatest.ts'

/** What has the focus, and where the focus should go if it is taken away. */
interface Holder {
  element: Element
  /** The notification whose row it is in. Otherwise it lies before or after the list. */
  place: { id: string } | 'before' | 'after'
}

const article = '[role="article"]'

const holderOf = (element: Element, list: Element): Holder => {
  const id = element.closest<HTMLElement>(article)?.dataset.id
  if (id !== undefined) return { element, place: { id } }
  const isAfter = (list.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return { element, place: isAfter ? 'after' : 'before' }
}

/**
 * The ids of the rows that may take the focus, best first.
 * @param before the ids that were shown when it was lost.
 */
const heirs = ({ place }: Holder, before: readonly string[], now: readonly string[]): readonly string[] => {
  if (place === 'before') return now
  // The first that is new below, else the last.
  if (place === 'after') return [...now.slice(before.length), ...now.toReversed()]
  const index = before.indexOf(place.id)
  return [place.id, ...before.slice(index + 1), ...before.slice(0, Math.max(0, index)).toReversed()]
}

/**
 * Keeps the focus in a feed when the element that has it is taken away, as when a row is marked as read in the list of
 * unread ones: it goes to the same row, else the next, else the one before, else to the list. Never to nothing.
 *
 * @returns handlers for the element around all of it.
 */
export const useFocusKeeper = (listRef: RefObject<HTMLElement | null>, notifications: readonly InboxNotification[]) => {
  const holder = useRef<Holder | undefined>(undefined)
  const shown = useRef(notifications)

  useBrowserLayoutEffect(() => {
    const before = shown.current
    shown.current = notifications
    const list = listRef.current
    const lost = holder.current
    if (!list || !lost || lost.element.isConnected) return
    holder.current = undefined
    if (!focusIsLost(list)) return
    const ids = (items: readonly InboxNotification[]) => items.map(({ _id }) => _id)
    const now = ids(notifications)
    const isShown = new Set(now)
    const heir = heirs(lost, ids(before), now).find((id) => isShown.has(id))
    const row = [...list.querySelectorAll<HTMLElement>(article)].find(({ dataset }) => dataset.id === heir)
    if (row) row.focus()
    else list.focus({ preventScroll: true })
  })

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (listRef.current) holder.current = holderOf(target, listRef.current)
    },
    // React tells of no blur while it takes elements away, so the holder is still known when its row has gone. When the
    // whole window loses the focus, the element stays the active one and gets it back.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (activeElementNear(target) !== target) holder.current = undefined
    },
  }
}
