/** Height assumed for rows until some rows of the list are measured, in pixels. */
const assumedRow = 72

/** So many measured rows make a mean. The first row of a day is higher than the others, by its heading. */
const enoughRows = 5

/** Where the rows of a list start. */
export interface RowLayout {
  ids: readonly string[]
  /** Distance of each row from the top of the list, in pixels. The last entry is the height of the whole list. */
  starts: Float64Array
}

export const startOf = ({ starts }: RowLayout, index: number): number => starts[index] ?? 0

/** The index of the first row that ends below a distance from the top of the list; of the last row if none does. */
export const rowAt = (layout: RowLayout, distance: number): number => {
  let [low, high] = [0, Math.max(0, layout.ids.length - 1)]
  while (low < high) {
    const middle = (low + high) >> 1
    if (startOf(layout, middle + 1) > distance) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The index of the first row that starts at a distance from the top of the list, or below it. Browsers scroll by whole
 * pixels, so that a row may start up to a pixel above.
 */
export const rowFrom = (layout: RowLayout, distance: number): number => {
  const index = rowAt(layout, distance + 1)
  return startOf(layout, index) < distance - 1 ? index + 1 : index
}

/**
 * The measured heights of rows by id, which outlive changes of the list. All other rows have the mean of the first
 * measured ones. A list may have thousands of rows, so that none has an object.
 */
export const createRowHeights = () => {
  const heights = new Map<string, number>()
  let mean = 0
  const typical = () => mean || assumedRow

  const fill = ({ ids, starts }: RowLayout) => {
    ids.forEach((id, index) => {
      starts[index + 1] = (starts[index] ?? 0) + (heights.get(id) ?? typical())
    })
  }

  return {
    /** Height of rows that are not measured, in pixels. */
    typical,
    has: (id: string) => heights.has(id),
    layOut: (ids: readonly string[]): RowLayout => {
      const layout = { ids, starts: new Float64Array(ids.length + 1) }
      fill(layout)
      return layout
    },
    /** Stores a measured height, and moves the rows below. */
    resize: ({ ids, starts }: RowLayout, index: number, height: number) => {
      heights.set(ids[index] ?? '', height)
      const grown = height - ((starts[index + 1] ?? 0) - (starts[index] ?? 0))
      if (grown !== 0)
        for (let below = index + 1; below < starts.length; below++) starts[below] = (starts[below] ?? 0) + grown
    },
    /** After the first rows are measured: gives the others the mean height. */
    learn: (layout: RowLayout) => {
      if (mean > 0 || heights.size < enoughRows) return
      let sum = 0
      for (const height of heights.values()) sum += height
      mean = sum / heights.size
      fill(layout)
    },
  }
}

export type RowHeights = ReturnType<typeof createRowHeights>
