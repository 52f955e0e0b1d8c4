import { createListElements, type ListActions, type ListElements, type MeasuredRow } from './listElements.ts'
import { createRowHeights, rowAt, rowFrom, type RowHeights, type RowLayout, startOf } from './rowLayout.ts'

/** Height of the view until it is measured, in pixels. It decides how many rows the first frame has. */
const assumedHeight = 640

/**
 * So many rows are rendered beyond the view on the side of travel. A script that scrolls through 1,000 rows in two
 * seconds passes eight in its first frame, and half of the view is ahead of them.
 */
const rowsAhead = 4.7

/** So many rows are rendered on the other side, so that the user can turn around. */
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
}

/** A layout that is not on screen yet, and the distance to scroll with it, so that the user's place stays. */
interface NextLayout extends RowLayout {
  move: number
}

/** Where a list was when it unmounted, for the next list in its place. */
export interface ListPlace {
  heights: RowHeights
  shown: NextLayout
  /** Distance of the view's upper edge from the top of the list, in pixels. */
  offset: number
  /** The index of the last row in view. */
  last: number
}

/**
 * A store of where the view is on a list, and which rows are near it. Whatever happens to the list is an action: it is
 * scrolled, resized, measured, rendered with other rows (`commit`), or scrolled to a row (`reveal`). The first rows are
 * rendered before any is measured.
 *
 * Own code, since TanStack Virtual (10 kB) and virtua (4 kB) read the layout earlier, and render what a script scrolls
 * to a frame late.
 */
export const createListView = (
  /** Called when the user reaches the top of the list, or leaves it. */
  onAtTopChange: (isAtTop: boolean) => void,
  /** Whether the first rows come from a server, which does not know the height of the view. */
  isServed: boolean,
  start?: ListPlace,
) => {
  const heights = start?.heights ?? createRowHeights()
  let shown: NextLayout = start?.shown ?? { ...heights.layOut([]), move: 0 }
  let next = shown
  let rendered: RowRange | undefined

  /** Undefined until the list is in the document. */
  let elements: ListElements | undefined

  // All in pixels. `offset` is the distance of the view's upper edge from the top of the list.
  let [scrollTop, offset, height, width] = [0, start?.offset ?? 0, assumedHeight, 0]
  let isAtTop = true
  /** How many rows are rendered beyond the view, on the side of travel. The first frame has only those in view. */
  let ahead = isServed ? 2 * rowsAhead : 0
  let isUpward = false
  /** The row to bring into view again as soon as the rows around it are measured. */
  let revealed: string | undefined

  /** Runs until scrolling has ended. */
  let rest: ReturnType<typeof setTimeout> | undefined

  let version = 0
  /** Whether a render that the view has requested is not on screen yet. */
  let mayClamp = false
  let notify = () => {}

  const rangeIn = (layout: NextLayout): RowRange => {
    const edge = layout === shown ? offset : offset + layout.move
    // The height and offset of an empty list, as below a skeleton, are not those of the list with rows.
    const viewed = shown.ids.length > 0 ? height : Math.max(height, assumedHeight)
    // A list that gets much shorter loses its offset only when it is on screen.
    const top = Math.max(0, Math.min(edge, startOf(layout, layout.ids.length) - viewed))
    const [above, below] = isUpward && !isAtTop ? [ahead, rowsBehind] : [rowsBehind, ahead]
    return {
      first: rowAt(layout, top - above * heights.typical()),
      last: rowAt(layout, top + viewed + below * heights.typical() - 1),
      firstInView: rowAt(layout, edge),
    }
  }

  const renderChanges = () => {
    if (JSON.stringify(rangeIn(shown)) === JSON.stringify(rendered)) return
    mayClamp = true
    version++
    notify()
  }

  const locate = () => {
    const now = elements?.position()
    if (!now) return
    const step = now.scrollTop - scrollTop
    // Browsers round the offset that `scrollBy` sets. The fractions would add up.
    if (Math.abs(step) >= 1) {
      scrollTop += step
      revealed = undefined
      isUpward = step < 0
      // A user who passes more than a screen in a frame sees no row that is rendered ahead.
      ahead = Math.abs(step) > 1.5 * height ? rowsBehind : rowsAhead
      waitForRest()
    }
    offset = scrollTop - now.listTop
    if (isAtTop === offset <= topZone) return
    isAtTop = !isAtTop
    onAtTopChange(isAtTop)
  }

  const scrollBy = (distance: number) => {
    scrollTop += distance
    offset += distance
    elements?.scrollTo(scrollTop)
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

  /** Scrolls just far enough to bring a row into view. */
  const bring = (index: number) => {
    const upper = startOf(shown, index) - padding.start - offset
    const lower = startOf(shown, index + 1) + (elements?.endPadding() || padding.end) - offset - height
    const distance = upper < 0 ? upper : Math.min(upper, Math.max(0, lower))
    // The row may have left the list.
    if (index < 0 || distance === 0) return
    isUpward = distance < 0
    scrollBy(distance)
    locate()
  }

  /** Stores the heights of rows, and scrolls so that the user's place stays. */
  const resizeRows = (rows: readonly MeasuredRow[], listWidth: number) => {
    const first = rowAt(shown, offset + 1)
    // The first row that has been in view stays. While the user scrolls up, that is below the new ones, and rows
    // above those may be measured from an earlier visit. If a new width has changed all heights, or if the last rows in
    // view are new, the first row that starts in it stays.
    const known = width === listWidth ? shown.ids.slice(first, rendered?.last).map(heights.has) : []
    const kept = rest === undefined ? known.indexOf(true) : known.lastIndexOf(false) + 1
    const anchor = kept in known ? first + kept : rowFrom(shown, offset)
    const before = startOf(shown, anchor)
    for (const row of rows) heights.resize(shown, row.index, row.height)
    heights.learn(shown)
    if (rows.length > 0 && rest === undefined) ahead = rowsAhead
    const moved = startOf(shown, anchor) - before
    if (moved !== 0 && !isAtTop) scrollBy(moved)
    width = listWidth
  }

  const actions: ListActions = {
    scroll: () => {
      locate()
      renderChanges()
    },
    resize: (viewHeight, isNew) => {
      height = viewHeight
      // A phone that is turned may get another scroller, with another offset.
      if (isNew && offset > topZone) elements?.scrollTo((elements.position()?.listTop ?? 0) + offset)
    },
    measure: (rows, listWidth, longest) => {
      // A list that has got shorter at its end has already lost its offset.
      const isCut = longest !== undefined && scrollTop > longest + 1
      if (!isCut) locate()
      resizeRows(rows, listWidth)
      if (isCut) locate()
      if (revealed !== undefined) bring(shown.ids.indexOf(revealed))
    },
  }

  /** The distance to scroll with a layout, so that the first row that starts in view, or the next left, stays. */
  const moveTo = (layout: RowLayout): number => {
    // "Show arrivals" scrolls to the top just before the new rows come.
    const scrolled = (elements?.scrollTop() ?? scrollTop) - scrollTop
    const top = offset + scrolled
    if (top <= topZone) return 0
    const anchor = rowFrom(shown, top)
    for (let index = anchor; index <= (rendered?.last ?? shown.ids.length - 1); index++) {
      const now = layout.ids.indexOf(shown.ids[index] ?? '')
      const moved = startOf(layout, now) - startOf(shown, anchor)
      if (now >= 0) return moved && moved + scrolled
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
    place: (): ListPlace => ({ heights, shown, offset, last: rowAt(shown, offset + height - 1) }),
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
    /** Connects it to the elements of the list. Returns the function that disconnects them. */
    attach: (root: Element, list: Element) => {
      elements = createListElements(root, list, actions)
      const disconnect = elements.connect()
      return () => {
        disconnect()
        elements = undefined
        clearTimeout(rest)
      }
    },
    /** To be called when a layout and its rows are in the document. */
    commit: (layout: NextLayout, range: RowRange | undefined) => {
      rendered = range
      const last = shown
      if (layout !== last) {
        shown = layout
        if (layout.move !== 0) scrollBy(layout.move)
        else elements?.slide(last, shown, heights)
      }
      // Browsers may lay out between the removal of rows and the insertion of others: Chromium when the `tabindex` of
      // the focused row changes, WebKit near the end of the loaded rows. The list is short then, and loses its offset.
      // A list at its top has none, and a look at it would force a layout.
      const isClamped = mayClamp && scrollTop > 0 && (elements?.scrollTop() ?? scrollTop) <= scrollTop - 1
      if (isClamped) elements?.scrollTo(scrollTop)
      mayClamp = false
      elements?.watchRows(layout !== last)
    },
    /** Scrolls just far enough to bring a row into view, rendered or not. */
    reveal: (index: number) => {
      if (!elements?.position() || height === 0) return
      locate()
      bring(index)
      revealed = shown.ids[index]
      waitForRest()
      renderChanges()
    },
  }
}
