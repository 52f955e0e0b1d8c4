import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
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
import { observeScrollerOffset, observeScrollerRect, offsetIn, scrollerOf, scrollNow } from '../base/scroller.ts'

/** The same array for as long as it holds the same ids: a mark changes an item, not the list's layout. */
const useStableIds = (ids: readonly string[]): readonly string[] => {
  const [stable, setStable] = useState(ids)
  if (stable === ids) return stable
  if (stable.length === ids.length && stable.every((id, place) => id === ids[place])) return stable
  setStable(ids)
  return ids
}

/**
 * The height of a row, to the fraction of a pixel: rounded heights would add up to a shift of the rows that follow.
 * A height that is known is not asked for again: whatever changes it is told by the browser as an `entry`.
 */
const measureRow = (
  row: HTMLDivElement,
  entry: ResizeObserverEntry | undefined,
  { itemSizeCache, indexFromElement, options }: Virtualizer<Element, HTMLDivElement>,
): number =>
  entry?.borderBoxSize[0]?.blockSize ??
  itemSizeCache.get(options.getItemKey(indexFromElement(row))) ??
  row.getBoundingClientRect().height

let isPrintingNow = false

const stop = () => {
  isPrintingNow = false
}

const subscribe = (listener: () => void) => {
  const begin = () => {
    isPrintingNow = true
    // Whatever leaves the page meanwhile, its listeners with it.
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

/** Is the page being printed? What is left out of the page on screen belongs on paper. */
const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrintingNow,
    () => false,
  )

/** What a row is taken to be high until it was measured, in pixels. */
const estimatedRow = 80

/** Rows that are rendered above and below those in view: about a screen in all, so that fast scrolling finds them there. */
const overscan = 8

/** And while more than a screen goes by from one moment to the next, as when the scroll bar is dragged: rows that nobody sees. */
const overscanInFlight = 1

/** Height of the list that is assumed until there is a layout, in pixels: a server renders as many rows. */
const assumedHeight = 640

/** Rows that are rendered where there is no layout to go by: in jsdom, or in a part of the page that is not displayed. */
const rowsWithoutLayout = 100

/** How far from its top a list may be scrolled, in pixels, and still count as at the top: less than a row. */
const topZone = 8

/** Room for what floats over the list, between it and a row that is scrolled to, in pixels. */
const scrollRoom = 48

interface WindowedRow {
  /** Its place in the list, from 0. */
  index: number
  /** Pixels of rows that are not rendered between it and the one rendered before it. */
  skipped: number
}

interface ListWindow {
  /** The rows to render, from the top. */
  rows: readonly WindowedRow[]
  /** The place of the first row in view, or undefined where that is not known. */
  firstInView: number | undefined
  /** Variables for the list: the pixels of what is not rendered before and after. None before there is a layout. */
  style: CSSProperties | undefined
  /** For each rendered row, which also tells its place as `data-index`. */
  measure: RefCallback<HTMLDivElement>
  /** Scrolls no further than is needed to bring a row into view, rendered or not. */
  reveal: (index: number) => void
}

interface ListWindowOptions {
  /** The rows, by their keys. */
  ids: readonly string[]
  /** The element that scrolls where its height is limited. Otherwise the one around it that scrolls does, or the page. */
  rootRef: RefObject<HTMLElement | null>
  /** What begins where the first row does. */
  contentRef: RefObject<HTMLElement | null>
  /** The row that must stay rendered, with its neighbours, wherever the reader scrolls: the one that has the focus. */
  keptId: string | undefined
  /** Told when the reader comes to the top of the list, or leaves it. */
  onAtTopChange: ((isAtTop: boolean) => void) | undefined
}

const ignore = () => {}

const allOf = (count: number): WindowedRow[] => Array.from({ length: count }, (_, index) => ({ index, skipped: 0 }))

/**
 * Decides which rows of a list are rendered: those in view, some around them, and the one that has the focus. Rows stand
 * in the normal flow, with variables for the height of those that are left out, so that each may be as high as it likes.
 * What changes above the view (arrivals, rows that leave, heights) never moves what is in view; at the top, arrivals do.
 */
export const useListWindow = (options: ListWindowOptions): ListWindow => {
  const { rootRef, contentRef, keptId, onAtTopChange } = options
  const ids = useStableIds(options.ids)
  const count = ids.length
  const isPrinting = usePrinting()
  const [scroller, setScroller] = useState<Element | null>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const latest = useLatest(onAtTopChange)
  const [isInFlight, setInFlight] = useState(false)
  const [place] = useState(() => ({
    isAtTop: true,
    width: 0,
    offset: 0,
    /** The first row that begins in view, as of the last scroll. */
    first: 0,
    /** The same, while it has to be found again in another scroller. */
    lost: undefined as number | undefined,
  }))

  /** Finds where the list begins in what is scrolled, and whether its reader is there. */
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

  const kept = keptId === undefined ? -1 : ids.indexOf(keptId)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (kept < 0) return shown
      const beside = [kept - 1, kept, kept + 1].filter((index) => index >= 0 && index < range.count)
      return [...new Set([...shown, ...beside])].sort((a, b) => a - b)
    },
    [kept],
  )

  // "end" is what keeps the row in view where it is when rows come or go above it. Asked of the page itself: whoever lets
  // arrivals in may have scrolled to the top just before.
  const anchorTo = useMemo(
    () => (ids.length > 0 && scroller && scroller.scrollTop > scrollMargin + topZone ? 'end' : 'start'),
    [ids, scroller, scrollMargin],
  )

  // oxlint-disable-next-line react/incompatible-library -- Its functions read the present, which is what is wanted of them.
  const virtualizer = useVirtualizer<Element, HTMLDivElement>({
    count,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    getScrollElement: () => scroller,
    estimateSize: () => estimatedRow,
    measureElement: measureRow,
    observeElementRect: observeScrollerRect,
    observeElementOffset: (instance, tell) =>
      observeScrollerOffset(instance, (offset, isScrolling) => {
        if (instance.scrollElement) locate(instance.scrollElement)
        setInFlight(
          isScrolling && Math.abs(offset - place.offset) > (instance.scrollRect?.height ?? Number.POSITIVE_INFINITY),
        )
        place.offset = offset
        tell(offset, isScrolling)
        const cut = instance.range?.startIndex ?? 0
        place.first = (instance.measurementsCache[cut]?.start ?? 0) < offset ? cut + 1 : cut
      }),
    scrollToFn: (offset, { adjustments = 0 }, { scrollElement }) => {
      if (scrollElement) scrollNow(scrollElement, offset + adjustments)
    },
    initialRect: { width: 0, height: assumedHeight },
    overscan: isInFlight ? overscanInFlight : overscan,
    rangeExtractor,
    scrollMargin,
    scrollPaddingStart: scrollRoom,
    scrollPaddingEnd: topZone,
    anchorTo,
  })

  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, size }, _delta, instance) => {
    if (place.isAtTop) return false
    const offset = instance.scrollOffset ?? 0
    // A list that became wider or narrower has every row reflowed: the row below the cut one stays. A browser scrolls by
    // whole pixels: rows begin and end a fraction beside the edge.
    const isReflow = contentRef.current?.clientWidth !== place.width
    return isReflow || !instance.itemSizeCache.has(key) ? start < offset - 1 : start + size <= offset + 1
  }

  const look = useCallback(() => {
    const [root, content] = [rootRef.current, contentRef.current]
    if (!root || !content) return
    place.width = content.clientWidth
    const found = scrollerOf(root)
    // What is attached is scrolled to where the virtualizer takes it to be.
    if (found !== virtualizer.scrollElement) {
      virtualizer.scrollOffset = found.scrollTop
      place.lost = place.isAtTop ? undefined : place.first
    }
    setScroller(found)
    locate(found)
  }, [rootRef, contentRef, place, virtualizer, locate])

  // A phone that is turned may have another scroller, which stands elsewhere: the first row in view goes on being it.
  useBrowserLayoutEffect(() => {
    if (place.lost !== undefined) virtualizer.scrollToIndex(place.lost, { align: 'start' })
    place.lost = undefined
  }, [scroller, place, virtualizer])

  // Again once the scroller is known: only then has the list the height of all its rows.
  useBrowserLayoutEffect(look, [look, count, scroller])
  useBrowserLayoutEffect(() => {
    if (!rootRef.current || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(look)
    observer.observe(rootRef.current)
    return () => observer.disconnect()
  }, [rootRef, look])

  const reveal = useCallback(
    (index: number) => {
      if (virtualizer.range) virtualizer.scrollToIndex(index)
    },
    [virtualizer],
  )
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  if (isPrinting || last === undefined)
    return {
      rows: allOf(isPrinting ? count : Math.min(count, Math.max(rowsWithoutLayout, kept + 2))),
      firstInView: undefined,
      style: undefined,
      // What is rendered for paper alone is not measured, so that the screen is as it was afterwards.
      measure: isPrinting ? ignore : virtualizer.measureElement,
      reveal,
    }

  const before = (items[0]?.start ?? 0) - scrollMargin
  const after = virtualizer.getTotalSize() - (last.end - scrollMargin)
  return {
    rows: items.map(({ index, start }, at) => ({
      index,
      skipped: at === 0 ? 0 : start - (items[at - 1]?.end ?? start),
    })),
    firstInView: virtualizer.range?.startIndex,
    // A server has no layout, and a strict content security policy refuses styles in its markup.
    style: scroller ? ({ '--_tidings-before': before, '--_tidings-after': after } as CSSProperties) : undefined,
    measure: virtualizer.measureElement,
    reveal,
  }
}
