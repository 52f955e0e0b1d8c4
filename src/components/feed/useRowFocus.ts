import { type FocusEvent, type RefObject, useCallback, useRef, useState } from 'react'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { activeElementNear, focusIsLost } from '../base/focus.ts'

/** The focused element, and its place in the feed. */
interface Holder {
  element: Element
  /** The notification whose row contains the element, or the side of the list it is on. */
  place: { id: string } | 'before' | 'after'
}

const article = '[role="article"]'

const holderOf = (element: Element, list: Element): Holder => {
  const id = element.closest<HTMLElement>(article)?.dataset.id
  if (id !== undefined) return { element, place: { id } }
  const isAfter = list.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING
  return { element, place: isAfter ? 'after' : 'before' }
}

/**
 * The ids of the rows that may take the focus, best first.
 * @param before the ids before the focus was lost.
 * @param now the ids after it.
 */
const heirs = ({ place }: Holder, before: readonly string[], now: readonly string[]): readonly string[] => {
  if (place === 'before') return now
  // The first row that was added at the end, else the last row.
  if (place === 'after') return [...now.slice(before.length), ...[...now].reverse()]
  const index = before.indexOf(place.id)
  return [place.id, ...before.slice(index + 1), ...before.slice(0, Math.max(0, index)).reverse()]
}

/**
 * Keeps the focus in a feed when the focused element is removed, as after marking a row as read in the "Unread" tab.
 * The focus moves to the same row, else to the next, else to the one before, else to the list.
 *
 * @param focusRow focuses a row by its index, rendered or not.
 * @param onRowFocus see useFocusedRow.
 * @returns handlers for the element around the feed.
 */
export const useFocusRecovery = (
  listRef: RefObject<HTMLElement | null>,
  ids: readonly string[],
  focusRow: (index: number) => void,
  onRowFocus: ReturnType<typeof useFocusedRow>['onRowFocus'],
) => {
  const holder = useRef<Holder | undefined>(undefined)
  const shown = useRef(ids)
  /** Whether the list has the focus until it has rows. */
  const isWaiting = useRef(false)

  useBrowserLayoutEffect(() => {
    const before = shown.current
    shown.current = ids
    const list = listRef.current
    const lost = holder.current
    if (isWaiting.current && list && ids.length > 0) {
      isWaiting.current = false
      if (activeElementNear(list) === list) focusRow(0)
    }
    if (!list || !lost || lost.element.isConnected) return
    holder.current = undefined
    if (!focusIsLost(list)) return
    const present = new Set(ids)
    const heir = heirs(lost, before, ids).find((id) => present.has(id))
    if (heir === undefined) {
      // "Try again" stood in place of the rows. The first one takes the focus when they come.
      isWaiting.current = lost.place === 'before'
      list.focus({ preventScroll: true })
    } else focusRow(ids.indexOf(heir))
  })

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (!listRef.current) return
      holder.current = holderOf(target, listRef.current)
      const { place } = holder.current
      onRowFocus(typeof place === 'string' ? undefined : place.id)
    },
    // React dispatches no blur for an element that it removes, so that `holder` still has it then. When the window
    // loses the focus, the element stays the active one and gets the focus back.
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (activeElementNear(target) === target) return
      holder.current = undefined
      // The next row may be rendered only as a neighbor of this one: keep this one until the next has the focus.
      if (!listRef.current?.contains(relatedTarget)) onRowFocus(undefined)
    },
  }
}

/** Where the focus of a list is. */
interface RowFocus {
  /** The focused row. It stays rendered wherever the user scrolls. */
  id: string | undefined
  /** Whether that row gets the focus as soon as it is rendered. */
  isWanted: boolean
  /** The row that had the focus last, to which Tab returns. */
  lastId: string | undefined
}

const nowhere: RowFocus = { id: undefined, isWanted: false, lastId: undefined }

/** The row that has the focus. */
export const useFocusedRow = () => {
  const [rowFocus, setRowFocus] = useState(nowhere)
  const onRowFocus = useCallback(
    (id: string | undefined) =>
      setRowFocus((before) =>
        before.id === id && !before.isWanted ? before : { id, isWanted: false, lastId: id ?? before.lastId },
      ),
    [],
  )
  const want = useCallback((id: string) => setRowFocus((before) => ({ ...before, id, isWanted: true })), [])
  return { rowFocus, onRowFocus, want }
}

const rowAt = (list: Element | null, index: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`:scope > [data-index="${index}"]`) ?? null

/**
 * A stable function that focuses a row by its index and scrolls to it. A row that is not rendered is rendered first.
 */
export const useRowFocus = (
  listRef: RefObject<HTMLElement | null>,
  ids: readonly string[],
  { rowFocus, want }: Pick<ReturnType<typeof useFocusedRow>, 'rowFocus' | 'want'>,
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
      } else if (id !== undefined) want(id)
    },
    [listRef, latestIds, want, reveal],
  )

  useBrowserLayoutEffect(() => {
    if (rowFocus.isWanted) focusRow(ids.indexOf(rowFocus.id ?? ''))
  }, [rowFocus, ids, focusRow])

  return focusRow
}

/**
 * The index of the row that Tab reaches: the focused one; else the last focused one while it is rendered at or below
 * the top of the view; else the first in view. Tab never scrolls the user back to where the focus once was.
 */
export const tabStopOf = (
  ids: readonly string[],
  { id, lastId }: RowFocus,
  rows: readonly { index: number }[],
  firstInView: number | undefined,
): number => {
  const last = lastId === undefined ? -1 : ids.indexOf(lastId)
  const top = firstInView ?? 0
  const isNear = id === lastId || (last >= top && rows.some(({ index }) => index === last))
  return last >= 0 && isNear ? last : top
}
