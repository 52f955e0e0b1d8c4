import { type RowHeights, type RowLayout, startOf } from './rowLayout.ts'

/** Lets the rows of a list slide from where they were before others arrived or left. Rows that stay do not move. */
export const slideRows = (list: Element, before: RowLayout, now: RowLayout, heights: RowHeights): void => {
  const rows = [...(list.children as HTMLCollectionOf<HTMLElement>)]
  const distanceOf = ({ dataset: { id = '', index } }: HTMLElement) => {
    const then = before.ids.indexOf(id)
    return then < 0 ? 0 : Math.round(startOf(before, then) - startOf(now, Number(index)))
  }
  const moved = rows.filter(distanceOf)
  // jsdom has neither matchMedia nor animations.
  if (moved.length === 0 || !globalThis.matchMedia?.('(prefers-reduced-motion: no-preference)').matches) return
  // Without the heights of arrivals, the rows below would start from a wrong place.
  for (const { dataset, offsetHeight } of rows)
    if (!heights.has(dataset.id ?? '')) heights.resize(now, Number(dataset.index), offsetHeight)
  for (const row of moved)
    row.animate?.({ translate: [`0 ${distanceOf(row)}px`, '0'] }, { duration: 200, easing: 'ease' })
}
