import { joinStops, listen } from '../../state/model/listen.ts'
import { offsetIn, onScrollOf, scrollerOf, scrollNow, viewHeightOf } from '../base/scroller.ts'
import type { RowHeights, RowLayout } from './rowLayout.ts'
import { slideRows } from './slideRows.ts'

/** A row as the browser laid it out. */
export interface MeasuredRow {
  index: number
  /** Height, in pixels. */
  height: number
}

/** What the elements report. Distances are in pixels. */
export interface ListActions {
  /** The user, a script or the browser may have scrolled. */
  scroll: () => void
  /** The view has a height, or another one. `isNew`: another element scrolls the list from now on. */
  resize: (viewHeight: number, isNew: boolean) => void
  /** Rows were laid out, in a list of a width. `longest`: how far it could be scrolled at the time. */
  measure: (rows: readonly MeasuredRow[], width: number, longest: number | undefined) => void
}

/**
 * The elements of a list, which scroll and have heights. While rows render or the user scrolls, it reads the
 * browser's layout only where that is up to date: in scroll events, animation frames and reports of a ResizeObserver.
 */
export const createListElements = (root: Element, list: Element, actions: ListActions) => {
  let scroller: Element | undefined
  let stopListening = () => {}
  const watched = new WeakSet<Element>()
  /** Whether another element may scroll the list since its last layout. */
  let mayMove = true
  let frame = 0

  const onFrame = () => {
    frame = 0
    actions.scroll()
  }
  const onScroll = () => {
    actions.scroll()
    // A script that scrolls in an animation frame does so after this event. Look again behind it.
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(onFrame)
  }

  /** Finds the scroller, which another width may change, and its height. */
  const findScroller = () => {
    if (!list.parentElement) return
    const last = scroller
    const found = scrollerOf(root)
    if (found !== last) {
      stopListening()
      stopListening = onScrollOf(found, onScroll)
      scroller = found
      // Later, for the reason in `onResize`.
      if (found !== root) requestAnimationFrame(() => scroller === found && observer?.observe(found))
    }
    actions.resize(viewHeightOf(found), found !== last)
  }

  const onResize = (entries: readonly ResizeObserverEntry[]) => {
    const rows: MeasuredRow[] = []
    for (const { target, borderBoxSize } of entries)
      if (target.parentElement === list)
        rows.push({ index: Number(target.getAttribute('data-index')), height: borderBoxSize[0]?.blockSize ?? 0 })
      else if (target.isConnected) mayMove = true
      else observer?.unobserve(target)
    // A list that is not displayed keeps its rows.
    if (!list.clientWidth) return
    const longest = scroller && scroller.scrollHeight - scroller.clientHeight
    if (mayMove) findScroller()
    mayMove = false
    actions.measure(rows, list.clientWidth, longest)
    // Not now: a report that adds elements to report is an error of the browser page.
    frame ||= requestAnimationFrame(onFrame)
  }
  const observer = globalThis.ResizeObserver && new ResizeObserver(onResize)

  const onWindowResize = () => {
    findScroller()
    actions.scroll()
  }

  return {
    /** Starts to report. Returns the function that ends it. */
    connect: () => {
      observer?.observe(root)
      if (!observer) onWindowResize()
      return joinStops(
        listen(window, 'resize', onWindowResize),
        () => stopListening(),
        () => observer?.disconnect(),
        () => {
          scroller = undefined
          cancelAnimationFrame(frame)
        },
      )
    },
    /** How far the list is scrolled. Undefined until the element that scrolls it is known. */
    scrollTop: () => scroller?.scrollTop,
    /** That, and where the list starts in what is scrolled. */
    position: () =>
      scroller &&
      list.parentElement && { scrollTop: scroller.scrollTop, listTop: offsetIn(scroller, list.parentElement) },
    scrollTo: (top: number) => scroller && scrollNow(scroller, top),
    /** Space below a row that is scrolled to. A notice may float there, for which the style sheet sets it. */
    endPadding: () => scroller && Number.parseFloat(getComputedStyle(scroller).scrollPaddingBlockEnd),
    slide: (before: RowLayout, now: RowLayout, heights: RowHeights) => slideRows(list, before, now, heights),
    /** To be called when rows are in the document: measures the new ones. */
    watchRows: (areOthers: boolean) => {
      mayMove ||= areOthers
      for (const row of list.children)
        if (!watched.has(row)) {
          watched.add(row)
          observer?.observe(row)
        }
    },
  }
}

export type ListElements = ReturnType<typeof createListElements>
