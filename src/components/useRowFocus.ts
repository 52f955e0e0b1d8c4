import { useCallback, useRef, useState, type RefObject } from 'react'
import { useBrowserLayoutEffect, useLatest } from '../hooks/useLatest.ts'

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
export const rowAt = (list: Element | null, index: number): HTMLElement | null =>
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
