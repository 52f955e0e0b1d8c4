import { describe, expect, it } from 'vitest'
import { createRowHeights, rowAt, rowFrom } from '../../../src/components/feed/rowLayout.ts'

const letters = (text: string) => Array.from(text)

/** A layout of measured rows: "a" is 10 pixels high, "b" 20, and so on. */
const measured = (text: string) => {
  const heights = createRowHeights()
  const layout = heights.layOut(letters(text))
  const measure = (id: string) =>
    heights.resize(layout, layout.ids.indexOf(id), (id.charCodeAt(0) - 'a'.charCodeAt(0) + 1) * 10)
  return { heights, layout, measure }
}

describe('a row layout', () => {
  const { layout, measure } = measured('abcd')
  for (const id of 'dbca') measure(id)

  it('starts each row where the one before ends, in whatever order they were measured', () => {
    expect([...layout.starts]).toEqual([0, 10, 30, 60, 100])
  })

  it.each([
    [-5, 0],
    [0, 0],
    [9.9, 0],
    [10, 1],
    [59, 2],
    [60, 3],
    [99, 3],
    [500, 3],
  ])('has at %f pixels row %i', (distance, index) => {
    expect(rowAt(layout, distance)).toBe(index)
  })

  it.each([
    [-5, 0],
    [0, 0],
    [1, 0],
    [1.5, 1],
    [10, 1],
    [11, 1],
    [12, 2],
    [59, 3],
  ])('has from %f pixels on row %i as the first, although scrollers round by a pixel', (distance, index) => {
    expect(rowFrom(layout, distance)).toBe(index)
  })

  it('of no rows has row 0 everywhere', () => {
    const empty = createRowHeights().layOut([])
    expect([rowAt(empty, -1), rowAt(empty, 0), rowAt(empty, 99)]).toEqual([0, 0, 0])
  })
})

describe('heights', () => {
  it('are known by id in the next layout, and estimated for other rows', () => {
    const { heights, measure } = measured('abcd')
    for (const id of 'abcd') measure(id)
    const [arrived = 0, ...known] = [...heights.layOut(letters('xabcd')).starts].slice(1)
    expect(arrived).toBeGreaterThan(0)
    expect(known.map((start) => start - arrived)).toEqual([10, 30, 60, 100])
  })

  it('of rows that were not measured become the mean of the first measured ones, once', () => {
    const { heights, layout, measure } = measured('abcdefgh')
    for (const id of 'abcde') measure(id)
    heights.learn(layout)
    expect([...layout.starts]).toEqual([0, 10, 30, 60, 100, 150, 180, 210, 240])
    // The rows below stay where the reader's scroll bar has them.
    measure('h')
    heights.learn(layout)
    expect([...layout.starts].slice(5)).toEqual([150, 180, 210, 290])
    expect(heights.has('h')).toBe(true)
    expect(heights.has('g')).toBe(false)
  })
})
