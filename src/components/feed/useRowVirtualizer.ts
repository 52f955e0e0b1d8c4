import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefCallback, useCallback, useState } from 'react'
import { observeScrollerOffset, observeScrollerSize, scrollNow } from '../base/scroller.ts'

/** Height assumed for a row before it is measured, in pixels. */
const estimatedRow = 80

/** Rows rendered above and below those in view: about a screen in all, so that fast scrolling shows no gap. */
const overscan = 8

/**
 * The same while more than a screen passes between two scroll events, as on dragging the scroll bar: those rows are
 * never seen.
 */
const overscanInFlight = 1

/** Height of the list before there is a layout, in pixels. It decides how many rows a server renders. */
const assumedHeight = 640

/** A row of the virtual list. Distances are in pixels. */
interface VirtualRow {
  /** The row's index, from 0. */
  index: number
  /** Where the row starts, from the top of the list. */
  start: number
  /** Where the row ends, from the top of the list. */
  end: number
}

/**
 * A row whose height has just changed. Distances are in pixels from the top edge of the view; above it they are
 * negative.
 */
export interface ResizedRow {
  /** Where the row starts. */
  start: number
  /** Where the row ended before the change. */
  end: number
  /** Whether an earlier height was measured, not estimated. */
  wasMeasured: boolean
}

interface RowVirtualizerOptions {
  /** The keys of all rows. The same array until a row is added, removed or moved. */
  ids: readonly string[]
  /** The element that scrolls the list. Null before there is a layout. */
  scroller: Element | null
  /** Where the list starts in the scroller's content, in pixels. */
  scrollMargin: number
  /** Space between the edges of the view and a row that `reveal` scrolls to, in pixels. */
  padding: { start: number; end: number }
  /** The row that is always rendered, with its neighbors. -1: none. */
  pinnedIndex: number
  /** Whether the rows in view stay in place when rows above them are added or removed. */
  anchored: boolean
  /** Whether the rows in view stay in place when this row's height changes. */
  isAnchoredOnResize: (row: ResizedRow) => boolean
  /** Called for each scroll event, before the rows are computed anew. */
  onScroll: (scroller: Element) => void
}

/** Which rows of a list are near the view, and where. Its functions never change. */
interface RowVirtualizer {
  /** The rows to render, from the top. None before there is a layout. */
  rows: readonly VirtualRow[]
  /** Height of all rows, in pixels. */
  totalHeight: number
  /** The index of the first row in view, or undefined before there is a layout. */
  firstInView: number | undefined
  /** Ref of each rendered row. The row needs its index as `data-index`. */
  measure: RefCallback<HTMLDivElement>
  /** Scrolls just far enough to bring a row into view. Does nothing before there is a layout. */
  reveal: (index: number) => void
  /** Scrolls a row to the top of the view. */
  scrollToStart: (index: number) => void
  /** The index of the first row that starts in view, as of the last scroll event. */
  firstWhole: () => number
  /** Prepares for a scroller, before it is passed as an option. Returns whether it is another one than before. */
  prepare: (scroller: Element) => boolean
}

/**
 * The height of a row, with its fraction of a pixel: rounded heights would add up to a shift of the rows below. A known
 * height is not measured again, since the browser reports each change as an `entry`.
 */
const measureRow = (
  row: HTMLDivElement,
  entry: ResizeObserverEntry | undefined,
  { itemSizeCache, indexFromElement, options }: Virtualizer<Element, HTMLDivElement>,
): number =>
  entry?.borderBoxSize[0]?.blockSize ??
  itemSizeCache.get(options.getItemKey(indexFromElement(row))) ??
  row.getBoundingClientRect().height

/** TanStack Virtual, behind the interface of this file: the only file that imports it. */
export const useRowVirtualizer = ({
  ids,
  scroller,
  scrollMargin,
  padding,
  pinnedIndex,
  anchored,
  isAnchoredOnResize,
  onScroll,
}: RowVirtualizerOptions): RowVirtualizer => {
  const [isInFlight, setInFlight] = useState(false)
  const [last] = useState({ offset: 0, firstWhole: 0 })

  // oxlint-disable-next-line react/incompatible-library -- Its functions must read the present state.
  const virtualizer = useVirtualizer<Element, HTMLDivElement>({
    count: ids.length,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    getScrollElement: () => scroller,
    estimateSize: () => estimatedRow,
    measureElement: measureRow,
    observeElementRect: ({ scrollElement }, report) =>
      scrollElement ? observeScrollerSize(scrollElement, report) : undefined,
    observeElementOffset: (instance, report) => {
      const { scrollElement } = instance
      if (!scrollElement) return undefined
      return observeScrollerOffset(scrollElement, (offset, isScrolling) => {
        onScroll(scrollElement)
        setInFlight(isScrolling && Math.abs(offset - last.offset) > (instance.scrollRect?.height ?? Infinity))
        last.offset = offset
        report(offset, isScrolling)
        const cut = instance.range?.startIndex ?? 0
        last.firstWhole = (instance.measurementsCache[cut]?.start ?? 0) < offset ? cut + 1 : cut
      })
    },
    scrollToFn: (offset, { adjustments = 0 }, { scrollElement }) => {
      if (scrollElement) scrollNow(scrollElement, offset + adjustments)
    },
    initialRect: { width: 0, height: assumedHeight },
    overscan: isInFlight ? overscanInFlight : overscan,
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        if (pinnedIndex < 0) return shown
        const beside = [pinnedIndex - 1, pinnedIndex, pinnedIndex + 1].filter(
          (index) => index >= 0 && index < range.count,
        )
        return [...new Set([...shown, ...beside])].sort((a, b) => a - b)
      },
      [pinnedIndex],
    ),
    scrollMargin,
    scrollPaddingStart: padding.start,
    scrollPaddingEnd: padding.end,
    anchorTo: anchored ? 'end' : 'start',
  })

  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, size }, _delta, instance) => {
    const top = start - (instance.scrollOffset ?? 0)
    return isAnchoredOnResize({ start: top, end: top + size, wasMeasured: instance.itemSizeCache.has(key) })
  }

  // The virtualizer is the same object in each render.
  const [functions] = useState(() => ({
    reveal: (index: number) => {
      if (virtualizer.range) virtualizer.scrollToIndex(index)
    },
    scrollToStart: (index: number) => virtualizer.scrollToIndex(index, { align: 'start' }),
    firstWhole: () => last.firstWhole,
    prepare: (next: Element) => {
      if (next === virtualizer.scrollElement) return false
      // On attaching a scroller, TanStack Virtual scrolls it to the offset that it has stored.
      virtualizer.scrollOffset = next.scrollTop
      return true
    },
  }))
  return {
    ...functions,
    rows: virtualizer.getVirtualItems().map(({ index, start, end }) => ({
      index,
      start: start - scrollMargin,
      end: end - scrollMargin,
    })),
    totalHeight: virtualizer.getTotalSize(),
    firstInView: virtualizer.range?.startIndex,
    measure: virtualizer.measureElement,
  }
}
