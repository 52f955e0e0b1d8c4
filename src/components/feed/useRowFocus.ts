import { type FocusEvent, type RefObject, useCallback, useRef, useState } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { activeElementNear, focusIsLost } from '../base/focus.ts'

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
  if (place === 'after') return [...now.slice(before.length), ...[...now].reverse()]
  const index = before.indexOf(place.id)
  return [place.id, ...before.slice(index + 1), ...before.slice(0, Math.max(0, index)).reverse()]
}

/**
 * Keeps the focus in a feed when the element that has it is taken away, as when a row is marked as read in the list of
 * unread ones: it goes to the same row, else the next, else the one before, else to the list. Never to nothing.
 *
 * @param focusRow gives a row the focus, by its place from 0, whether it is in the page or not.
 * @param onHold told which notification's row has the focus now.
 * @returns handlers for the element around all of it.
 */
export const useFocusKeeper = (
  listRef: RefObject<HTMLElement | null>,
  notifications: readonly InboxNotification[],
  focusRow: (index: number) => void,
  onHold: (id: string | undefined) => void,
) => {
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
    const placeOf = new Map(now.map((id, place) => [id, place]))
    const heir = heirs(lost, ids(before), now).find((id) => placeOf.has(id))
    if (heir === undefined) list.focus({ preventScroll: true })
    else focusRow(placeOf.get(heir) ?? 0)
  })

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (!listRef.current) return
      holder.current = holderOf(target, listRef.current)
      const { place } = holder.current
      onHold(typeof place === 'string' ? undefined : place.id)
    },
    // React tells of no blur while it takes elements away, so the holder is still known when its row has gone. When the
    // whole window loses the focus, the element stays the active one and gets it back.
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (activeElementNear(target) === target) return
      holder.current = undefined
      // On its way to another row, which may be in the page only because it is beside this one.
      if (!listRef.current?.contains(relatedTarget)) onHold(undefined)
    },
  }
}

/** A row that must stay in the page wherever the reader scrolls. */
interface KeptRow {
  id: string
  /** It has been brought into the page to get the focus. */
  wantsFocus: boolean
}

/** Keeps the row that has the focus in the page, and remembers it. */
export const useKeptRow = () => {
  const [kept, setKept] = useState<KeptRow | undefined>(undefined)
  const lastId = useRef<string | undefined>(undefined)
  const onHold = useCallback((id: string | undefined) => {
    if (id !== undefined) lastId.current = id
    setKept((before) => {
      if (before?.id === id && !before?.wantsFocus) return before
      return id === undefined ? undefined : { id, wantsFocus: false }
    })
  }, [])
  return { kept, setKept, onHold, lastId }
}

/** Finds a row of a list that is in the page, by its place from 0. */
const rowAt = (list: Element | null, index: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`:scope > [data-index="${index}"]`) ?? null

/**
 * Gives rows the focus and scrolls to them, in the page or not: one that is not is brought in first.
 * @returns a function that takes a row's place, from 0. It never changes.
 */
export const useRowFocus = (
  listRef: RefObject<HTMLElement | null>,
  ids: readonly string[],
  { kept, setKept }: Pick<ReturnType<typeof useKeptRow>, 'kept' | 'setKept'>,
  reveal: (index: number) => void,
): ((index: number) => void) => {
  const latestIds = useLatest(ids)

  const focusRow = useCallback(
    (index: number) => {
      const row = rowAt(listRef.current, index)
      const id = latestIds.current[index]
      if (row) {
        row.focus({ preventScroll: true })
        reveal(index)
      } else if (id !== undefined) setKept({ id, wantsFocus: true })
    },
    [listRef, latestIds, setKept, reveal],
  )

  useBrowserLayoutEffect(() => {
    if (kept?.wantsFocus) focusRow(ids.indexOf(kept.id))
  }, [kept, ids, focusRow])

  return focusRow
}
