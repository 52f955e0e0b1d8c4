import type { Virtualizer } from '@tanstack/react-virtual'

/**
 * The height of a row, to the fraction of a pixel: rounded heights would add up to a shift of the rows that follow.
 * A height that is known is not asked for again: whatever changes it is told by the browser as an `entry`.
 */
export const measureRow = (
  row: HTMLDivElement,
  entry: ResizeObserverEntry | undefined,
  { itemSizeCache, indexFromElement, options }: Virtualizer<Element, HTMLDivElement>,
): number =>
  entry?.borderBoxSize[0]?.blockSize ??
  itemSizeCache.get(options.getItemKey(indexFromElement(row))) ??
  row.getBoundingClientRect().height
