import {
  type CSSProperties,
  type RefCallback,
  type RefObject,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { offsetIn, scrollerOf } from '../base/scroller.ts'
import { type ResizedRow, useRowVirtualizer } from './useRowVirtualizer.ts'

/** Returns the same array until an id changes: a mark changes a notification, but not the layout of the list. */
const useStableIds = (ids: readonly string[]): readonly string[] => {
  const [stable, setStable] = useState(ids)
  if (stable === ids) return stable
  if (stable.length === ids.length && stable.every((id, place) => id === ids[place])) return stable
  setStable(ids)
  return ids
}

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
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** Whether the browser page is printing. Paper shows all rows. */
const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrintingNow,
    () => false,
  )

/** Rows rendered without a layout: in jsdom, or inside `display: none`. */
const rowsWithoutLayout = 100

/** How far a list may be scrolled and still count as at its top, in pixels: less than a row. */
const topZone = 8

/** Space between the edges of the view and a row that is scrolled to, in pixels. A heading floats over the top edge. */
const padding = { start: 48, end: topZone }

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
   * CSS variables of the list: the height of the rows left out before and after, in pixels. None before there is a
   * layout.
   */
  style: CSSProperties | undefined
  /** Ref of each rendered row. The row needs its index as `data-index`. */
  measure: RefCallback<HTMLDivElement>
  /** Scrolls just far enough to bring a row into view, rendered or not. */
  reveal: (index: number) => void
}

interface ListWindowOptions {
  /** The keys of all rows. */
  ids: readonly string[]
  /**
   * The element that scrolls where its height is limited. Otherwise its nearest scrolling ancestor does, or the browser
   * page.
   */
  rootRef: RefObject<HTMLElement | null>
  /** The element that starts where the first row does. */
  contentRef: RefObject<HTMLElement | null>
  /** The row that has the focus. It stays rendered, with its neighbors, wherever the reader scrolls. */
  pinnedId: string | undefined
  /** Called when the reader reaches the top of the list, or leaves it. */
  onAtTopChange: ((isAtTop: boolean) => void) | undefined
}

const ignore = () => {}

const allOf = (count: number): WindowedRow[] => Array.from({ length: count }, (_, index) => ({ index, skipped: 0 }))

/**
 * Decides which rows of a list are rendered: those in view, some around them, and the one that has the focus. Rows are
 * in the normal flow, with CSS variables for the height of those left out, so that each may have any height. Changes
 * above the view (arrivals, rows that leave, new heights) never move the rows in view, except for arrivals at the top.
 */
export const useListWindow = (options: ListWindowOptions): ListWindow => {
  const { rootRef, contentRef, pinnedId, onAtTopChange } = options
  const ids = useStableIds(options.ids)
  const count = ids.length
  const isPrinting = usePrinting()
  const [scroller, setScroller] = useState<Element | null>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const latest = useLatest(onAtTopChange)
  const [place] = useState(() => ({
    isAtTop: true,
    /** Width of the list at its last layout, in pixels. */
    width: 0,
    /** The row to scroll back to after a change of scroller. */
    lostRow: undefined as number | undefined,
  }))

  /** Finds where the list starts in its scroller, and whether the reader is there. */
  const locate = useCallback(
    (found: Element) => {
      const content = contentRef.current
      if (!content) return
      const margin = Math.round(offsetIn(found, content))
      const isAtTop = found.scrollTop <= margin + topZone
      const hasChanged = isAtTop !== place.isAtTop
      place.isAtTop = isAtTop
      setScrollMargin(margin)
      if (hasChanged) latest.current?.(isAtTop)
    },
    [contentRef, place, latest],
  )

  // Read from the scroller, since `place` may be older: "Show arrivals" scrolls to the top just before the new rows
  // come.
  const anchored = useMemo(
    () => ids.length > 0 && scroller !== null && scroller.scrollTop > scrollMargin + topZone,
    [ids, scroller, scrollMargin],
  )
  const isAnchoredOnResize = ({ start, end, wasMeasured }: ResizedRow) => {
    if (place.isAtTop) return false
    // A new width reflows every row: then the first row that starts in view stays. Browsers scroll by whole pixels, so
    // that rows start and end up to a pixel beside the edge.
    const isReflow = contentRef.current?.clientWidth !== place.width
    return isReflow || !wasMeasured ? start < -1 : end <= 1
  }

  const pinnedIndex = pinnedId === undefined ? -1 : ids.indexOf(pinnedId)
  const { rows, totalHeight, firstInView, measure, reveal, scrollToStart, firstWhole, prepare } = useRowVirtualizer({
    ids,
    scroller,
    scrollMargin,
    padding,
    pinnedIndex,
    anchored,
    isAnchoredOnResize,
    onScroll: locate,
  })

  const refresh = useCallback(() => {
    const [root, content] = [rootRef.current, contentRef.current]
    if (!root || !content) return
    place.width = content.clientWidth
    const found = scrollerOf(root)
    if (prepare(found)) place.lostRow = place.isAtTop ? undefined : firstWhole()
    setScroller(found)
    locate(found)
  }, [rootRef, contentRef, place, prepare, firstWhole, locate])

  // A phone that is turned may get another scroller, with another offset. Scroll it to the same row.
  useBrowserLayoutEffect(() => {
    if (place.lostRow !== undefined) scrollToStart(place.lostRow)
    place.lostRow = undefined
  }, [scroller, place, scrollToStart])

  // Again once the scroller is known: only then does the list have the height of all its rows.
  useBrowserLayoutEffect(refresh, [refresh, count, scroller])
  useBrowserLayoutEffect(() => {
    if (!rootRef.current || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(refresh)
    observer.observe(rootRef.current)
    return () => observer.disconnect()
  }, [rootRef, refresh])

  const [first, last] = [rows[0], rows.at(-1)]
  if (isPrinting || !first || !last)
    return {
      rows: allOf(isPrinting ? count : Math.min(count, Math.max(rowsWithoutLayout, pinnedIndex + 2))),
      firstInView: undefined,
      style: undefined,
      // Rows rendered for paper alone are not measured, so that the screen is the same afterwards.
      measure: isPrinting ? ignore : measure,
      reveal,
    }

  // A server has no layout, and a strict content security policy refuses styles in its markup.
  const style = { '--_tidings-before': first.start, '--_tidings-after': totalHeight - last.end }
  return {
    rows: rows.map(({ index, start }, at) => ({ index, skipped: start - (rows[at - 1]?.end ?? start) })),
    firstInView,
    style: scroller ? (style as CSSProperties) : undefined,
    measure,
    reveal,
  }
}
