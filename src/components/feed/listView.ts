import { listen } from '../../state/model/listen.ts'
import { offsetIn, onScrollOf, scrollerOf, scrollNow, viewHeightOf } from '../base/scroller.ts'
import { createRowHeights, rowAt, rowFrom, type RowHeights, type RowLayout, startOf } from './rowLayout.ts'
import { slideRows } from './slideRows.ts'

/** Height of the view until it is measured, in pixels. It decides how many rows the first frame has. */
const assumedHeight = 640

/**
 * So many rows are rendered beyond the view on the side of travel. A script that scrolls through 1,000 rows in two
 * seconds passes eight in its first frame, and half of the view is ahead of them.
 */
const rowsAhead = 4.7

/**
 * So many rows beyond the view have all their controls while the reader does not scroll. The others get them in time.
 */
const rowsReady = 2

/** So many rows are rendered on the other side, so that the reader can turn around. */
const rowsBehind = 1

/** Scrolling has ended when the view has stayed for so long, in milliseconds. */
const restsAfter = 150

/** How far a list may be scrolled and still count as at its top, in pixels: less than a row. */
const topZone = 8

/** Space between the edges of the view and a row that is scrolled to, in pixels. A heading floats over the top edge. */
const padding = { start: 48, end: topZone }

/** Which rows are rendered, by their indices. */
export interface RowRange {
  first: number
  last: number
  firstInView: number
  /** The last row that needs all its controls. */
  lastReady: number
}

/** A layout that is not on screen yet, and the distance to scroll with it, so that the reader's place stays. */
interface NextLayout extends RowLayout {
  move: number
}

/** Where a list was when it unmounted, for the next list in its place. */
export interface ListPlace {
  heights: RowHeights
  shown: NextLayout
  /** Distance of the view's upper edge from the top of the list, in pixels. */
  offset: number
}

/**
 * Where the view is on a list, and which rows are near it. While rows render or the reader scrolls, it reads the
 * browser's layout only where that is up to date: in scroll events, animation frames and reports of a ResizeObserver.
 * The first rows are rendered before any is measured.
 *
 * Own code, since TanStack Virtual (10 kB) and virtua (4 kB) read the layout earlier, and render what a script scrolls
 * to a frame late.
 */
export const createListView = (
  /** Called when the reader reaches the top of the list, or leaves it. */
  onAtTopChange: (isAtTop: boolean) => void,
  /** Whether the first rows come from a server, which does not know the height of the view. */
  isServed: boolean,
  start?: ListPlace,
) => {
  const heights = start?.heights ?? createRowHeights()
  let shown: NextLayout = start?.shown ?? { ...heights.layOut([]), move: 0 }
  let next = shown
  let rendered: RowRange | undefined

  let root: Element | undefined
  let list: Element | undefined
  let scroller: Element | undefined
  let stopListening = () => {}

  // All in pixels. `offset` is the distance of the view's upper edge from the top of the list.
  let [scrollTop, offset, height, width] = [0, start?.offset ?? 0, assumedHeight, 0]
  let isAtTop = true
  /** How many rows are rendered beyond the view, on the side of travel. The first frame has only those in view. */
  let ahead = isServed ? 2 * rowsAhead : 0
  let isUpward = false
  /** The row to bring into view again as soon as the rows around it are measured. */
  let revealed: string | undefined

  let watched = new WeakSet<Element>()
  /** Whether another element may scroll the list since its last layout. */
  let mayMove = true
  let rest: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let version = 0
  /** Whether a render that the view has requested is not on screen yet. */
  let mayClamp = false
  let notify = () => {}

  const rangeIn = (layout: NextLayout): RowRange => {
    const place = layout === shown ? offset : offset + layout.move
    // The height and place of an empty list, as below a skeleton, are not those of the list with rows.
    const viewed = shown.ids.length > 0 ? height : Math.max(height, assumedHeight)
    // A list that gets much shorter loses its offset only when it is on screen.
    const top = Math.max(0, Math.min(place, startOf(layout, layout.ids.length) - viewed))
    const [above, below] = isUpward && !isAtTop ? [ahead, rowsBehind] : [rowsBehind, ahead]
    const last = (rowsBelow: number) => rowAt(layout, top + viewed + rowsBelow * heights.typical() - 1)
    return {
      first: rowAt(layout, top - above * heights.typical()),
      last: last(below),
      firstInView: rowAt(layout, place),
      lastReady: last(rest === undefined ? Math.min(below, rowsReady) : below),
    }
  }

  const render = () => {
    mayClamp = true
    version++
    notify()
  }
  const renderChanges = () => {
    if (JSON.stringify(rangeIn(shown)) !== JSON.stringify(rendered)) render()
  }

  const locate = () => {
    if (!scroller || !list?.parentElement) return
    const step = scroller.scrollTop - scrollTop
    // Browsers round the offset that `scrollBy` sets. The fractions would add up.
    if (Math.abs(step) >= 1) {
      scrollTop += step
      revealed = undefined
      isUpward = step < 0
      // A reader who passes more than a screen in a frame sees no row that is rendered ahead.
      ahead = Math.abs(step) > 1.5 * height ? rowsBehind : rowsAhead
      waitForRest()
    }
    offset = scrollTop - offsetIn(scroller, list.parentElement)
    if (isAtTop === offset <= topZone) return
    isAtTop = !isAtTop
    onAtTopChange(isAtTop)
  }

  const scrollBy = (distance: number) => {
    scrollTop += distance
    offset += distance
    if (scroller) scrollNow(scroller, scrollTop)
  }

  const onFrame = () => {
    frame = 0
    locate()
    renderChanges()
  }
  const waitForRest = () => {
    clearTimeout(rest)
    rest = setTimeout(() => {
      revealed = undefined
      ahead = rowsAhead
      rest = undefined
      // A render would undo what a script has scrolled since the last event.
      locate()
      renderChanges()
    }, restsAfter)
  }
  const onScroll = () => {
    locate()
    renderChanges()
    // A script that scrolls in an animation frame does so after this event. Look again behind it.
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(onFrame)
  }

  /** Scrolls just far enough to bring a row into view. */
  const bring = (index: number) => {
    const upper = startOf(shown, index) - padding.start - offset
    // A notice may float over the lower edge. The style sheet sets the space for it.
    const below = (scroller && Number.parseFloat(getComputedStyle(scroller).scrollPaddingBlockEnd)) || padding.end
    const lower = startOf(shown, index + 1) + below - offset - height
    const distance = upper < 0 ? upper : Math.min(upper, Math.max(0, lower))
    // The row may have left the list.
    if (index < 0 || distance === 0) return
    isUpward = distance < 0
    scrollBy(distance)
    locate()
  }

  /** Finds the scroller, which another width may change, and its height. */
  const findScroller = () => {
    if (!root || !list?.parentElement) return
    const found = scrollerOf(root)
    if (found !== scroller) {
      stopListening()
      stopListening = onScrollOf(found, onScroll)
      // A phone that is turned may get another scroller, with another offset.
      if (offset > topZone) scrollNow(found, offsetIn(found, list.parentElement) + offset)
      scroller = found
      // Later, for the reason in `onResize`.
      if (found !== root) requestAnimationFrame(() => scroller === found && observer?.observe(found))
    }
    height = viewHeightOf(found)
  }

  /** Stores the heights of rows, and scrolls so that the reader's place stays. */
  const measure = (rows: readonly ResizeObserverEntry[]) => {
    const first = rowAt(shown, offset + 1)
    // The first row that has been in view stays. While the reader scrolls up, that is below the new ones, and rows
    // above those may be measured from an earlier visit. Has a new width changed all heights, or are the last rows in
    // view new, the first row that starts in it stays.
    const known = width === list?.clientWidth ? shown.ids.slice(first, rendered?.last).map(heights.has) : []
    const kept = rest === undefined ? known.indexOf(true) : known.lastIndexOf(false) + 1
    const anchor = kept in known ? first + kept : rowFrom(shown, offset)
    const before = startOf(shown, anchor)
    for (const { target, borderBoxSize } of rows)
      heights.resize(shown, Number(target.getAttribute('data-index')), borderBoxSize[0]?.blockSize ?? 0)
    heights.learn(shown)
    if (rows.length > 0 && rest === undefined) ahead = rowsAhead
    const moved = startOf(shown, anchor) - before
    if (moved !== 0 && !isAtTop) scrollBy(moved)
    width = list?.clientWidth ?? 0
  }

  const onResize = (entries: readonly ResizeObserverEntry[]) => {
    const rows: ResizeObserverEntry[] = []
    for (const entry of entries)
      if (entry.target.parentElement === list) rows.push(entry)
      else if (entry.target.isConnected) mayMove = true
      else observer?.unobserve(entry.target)
    // A list that is not displayed keeps its rows.
    if (!list?.clientWidth) return
    // A list that has got shorter at its end has already lost its offset.
    const isCut = scroller !== undefined && scrollTop > scroller.scrollHeight - scroller.clientHeight + 1
    if (mayMove) findScroller()
    mayMove = false
    if (!isCut) locate()
    measure(rows)
    if (isCut) locate()
    if (revealed !== undefined) bring(shown.ids.indexOf(revealed))
    // Not now: a report that adds elements to report is an error of the browser page.
    frame ||= requestAnimationFrame(onFrame)
  }
  const observer = globalThis.ResizeObserver && new ResizeObserver(onResize)

  const onWindowResize = () => {
    findScroller()
    locate()
    renderChanges()
  }

  /** The distance to scroll with a layout, so that the first row that starts in view, or the next left, stays. */
  const moveTo = (layout: RowLayout): number => {
    // "Show arrivals" scrolls to the top just before the new rows come.
    const scrolled = scroller ? scroller.scrollTop - scrollTop : 0
    const top = offset + scrolled
    if (top <= topZone) return 0
    const anchor = rowFrom(shown, top)
    for (let index = anchor; index <= (rendered?.last ?? shown.ids.length - 1); index++) {
      const place = layout.ids.indexOf(shown.ids[index] ?? '')
      const moved = startOf(layout, place) - startOf(shown, anchor)
      if (place >= 0) return moved && moved + scrolled
    }
    return 0
  }

  return {
    subscribe: (listener: () => void) => {
      notify = listener
      return () => {
        notify = () => {}
      }
    },
    version: () => version,
    place: (): ListPlace => ({ heights, shown, offset }),
    /** Returns the layout of rows: the same for the same list. */
    layOut: (ids: readonly string[]): NextLayout => {
      if (ids !== next.ids) {
        const layout = heights.layOut(ids)
        next = { ...layout, move: moveTo(layout) }
      }
      return next
    },
    /** The rows near the view. Undefined without a layout of the browser, as in jsdom. */
    rangeIn: (layout: NextLayout): RowRange | undefined => (height > 0 ? rangeIn(layout) : undefined),
    attach: (rootElement: Element, listElement: Element) => {
      root = rootElement
      list = listElement
      watched = new WeakSet()
      observer?.observe(root)
      const stopResizing = listen(window, 'resize', onWindowResize)
      if (!observer) onWindowResize()
      return () => {
        observer?.disconnect()
        stopResizing()
        stopListening()
        scroller = undefined
        clearTimeout(rest)
        cancelAnimationFrame(frame)
        frame = 0
      }
    },
    /** To be called when a layout and its rows are in the document. */
    commit: (layout: NextLayout, range: RowRange | undefined) => {
      rendered = range
      if (layout !== shown) {
        const last = shown
        shown = layout
        mayMove = true
        if (layout.move !== 0) scrollBy(layout.move)
        else if (list) slideRows(list, last, shown, heights)
      }
      // Browsers may lay out between the removal of rows and the insertion of others: Chromium when the `tabindex` of
      // the focused row changes, WebKit near the end of the loaded rows. The list is short then, and loses its offset.
      if (mayClamp && scroller && Math.abs(scroller.scrollTop - scrollTop) >= 1) scrollNow(scroller, scrollTop)
      mayClamp = false
      for (const row of list?.children ?? [])
        if (!watched.has(row)) {
          watched.add(row)
          observer?.observe(row)
        }
    },
    /** Scrolls just far enough to bring a row into view, rendered or not. */
    reveal: (index: number) => {
      if (!scroller || height === 0) return
      locate()
      bring(index)
      revealed = shown.ids[index]
      waitForRest()
      renderChanges()
    },
  }
}
