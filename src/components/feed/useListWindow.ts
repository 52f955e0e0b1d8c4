import { createContext, type CSSProperties, type RefObject, useContext, useState, useSyncExternalStore } from 'react'
import { useHydrated } from '../../hooks/utils/useHydrated.ts'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { joinStops, listen } from '../../state/model/listen.ts'
import { createListView, type ListPlace } from './listView.ts'
import { startOf } from './rowLayout.ts'

let isPrintingNow = false

const stop = () => {
  isPrintingNow = false
}

const subscribe = (listener: () => void) => {
  const begin = () => {
    isPrintingNow = true
    // The list may unmount while the page prints, and removes its own listener then.
    window.addEventListener('afterprint', stop, { once: true })
    listener()
  }
  const end = () => {
    stop()
    listener()
  }
  return joinStops(listen(window, 'beforeprint', begin), listen(window, 'afterprint', end))
}

/** Whether the browser page is printing. Paper shows all rows. */
const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrintingNow,
    () => false,
  )

/** Remembers the place of the list in it while it is not mounted, as during the preferences. Default: forgets it. */
export const ListPlaceContext = createContext<{ last?: ListPlace } | undefined>(undefined)

/** The place to which a list with this first row returns. Undefined after arrivals: the list starts at its top. */
export const placeIn = (memory: { last?: ListPlace } | undefined, firstId = ''): ListPlace | undefined =>
  memory?.last?.shown.ids.includes(firstId) ? memory.last : undefined

/** Rows rendered in an environment without a layout, such as jsdom. */
const rowsWithoutLayout = 100

interface WindowedRow {
  /** The row's index in the list, from 0. */
  index: number
  /** Height of the rows left out between this row and the rendered one before it, in pixels. */
  skipped: number
}

interface ListWindow {
  /** The rows to render, from the top. */
  rows: readonly WindowedRow[]
  /** The index of the first row in view, or undefined without a layout. */
  firstInView: number | undefined
  /**
   * CSS variables of the list: the height of the rows left out before and after, in pixels. None on a server, since a
   * strict content security policy refuses styles in its markup.
   */
  style: CSSProperties | undefined
  /** Scrolls just far enough to bring a row into view, rendered or not. */
  reveal: (index: number) => void
}

interface ListWindowOptions {
  ids: readonly string[]
  /**
   * The element that scrolls where its height is limited. Otherwise its nearest scrolling ancestor does, or the browser
   * page.
   */
  rootRef: RefObject<HTMLElement | null>
  /** The element whose children are the rows, with their index as `data-index`. Its parent starts where it does. */
  listRef: RefObject<HTMLElement | null>
  /** The row that has the focus. It stays rendered, with its neighbors, wherever the user scrolls. */
  pinnedId: string | undefined
  /** Called when the user reaches the top of the list, or leaves it. */
  onAtTopChange: ((isAtTop: boolean) => void) | undefined
}

/**
 * Decides which rows of a list are rendered: those in view, some beyond it where the user is going, and the one that
 * has the focus. Rows are in the normal flow, with CSS variables for the height of those left out, so that each may
 * have any height. Changes above the view (arrivals, rows that leave, new heights) never move the rows in view, except
 * for arrivals at the top.
 */
export const useListWindow = ({ ids, rootRef, listRef, pinnedId, onAtTopChange }: ListWindowOptions): ListWindow => {
  const isPrinting = usePrinting()
  const isHydrated = useHydrated()
  const latest = useLatest(onAtTopChange)
  const memory = useContext(ListPlaceContext)
  const [view] = useState(() => {
    return createListView((isAtTop) => latest.current?.(isAtTop), !isHydrated, placeIn(memory, ids[0]))
  })
  // An external store renders before the next paint, so that no frame lacks the rows that the user scrolls to.
  useSyncExternalStore(view.subscribe, view.version, view.version)
  const layout = view.layOut(ids)
  const range = view.rangeIn(layout)

  useBrowserLayoutEffect(() => {
    const detach = rootRef.current && listRef.current && view.attach(rootRef.current, listRef.current)
    return () => {
      detach?.()
      if (memory) memory.last = view.place()
    }
  }, [view, rootRef, listRef, memory])
  useBrowserLayoutEffect(() => {
    // Rows rendered for paper alone are not measured, so that the screen is the same afterwards.
    if (!isPrinting) view.commit(layout, range)
  })

  const count = ids.length
  const pinned = pinnedId === undefined ? -1 : ids.indexOf(pinnedId)
  const rows: WindowedRow[] = []
  let next = 0
  const add = (first: number, last: number) => {
    for (let index = Math.max(first, next); index <= Math.min(last, count - 1); index++) {
      rows.push({ index, skipped: rows.length > 0 ? startOf(layout, index) - startOf(layout, next) : 0 })
      next = index + 1
    }
  }
  if (isPrinting || !range) {
    add(0, isPrinting ? count : Math.max(rowsWithoutLayout, pinned + 2) - 1)
    return { rows, firstInView: undefined, style: undefined, reveal: view.reveal }
  }
  if (pinned >= 0 && pinned < range.first) add(pinned - 1, pinned + 1)
  add(range.first, range.last)
  if (pinned >= 0) add(pinned - 1, pinned + 1)
  const style = {
    '--_tidings-before': startOf(layout, rows[0]?.index ?? 0),
    '--_tidings-after': startOf(layout, count) - startOf(layout, next),
  }
  return {
    rows,
    firstInView: range.firstInView,
    style: isHydrated ? (style as CSSProperties) : undefined,
    reveal: view.reveal,
  }
}
