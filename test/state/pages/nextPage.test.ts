import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextWindow } from '../../../src/state/pages/nextPage.ts'

const startOf = ({ number, limit }: { number: number; limit: number }) => number * limit

it('begins within what is loaded and ends beyond it, with a page of about the size that was asked for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 100 }), (loaded, pageSize) => {
      const window = nextWindow(loaded, pageSize)
      expect(startOf(window)).toBeLessThan(loaded)
      expect(startOf(window) + window.limit).toBeGreaterThan(loaded)
      expect(window.limit).toBeLessThanOrEqual(Math.min(100, Math.max(2 * pageSize, pageSize + 8)))
      if (pageSize > 2) expect(window.limit).toBeGreaterThanOrEqual(pageSize / 2)
    }),
  )
})

it('asks for little twice', () => {
  for (const pageSize of [20, 50, 100]) {
    let [loaded, asked] = [pageSize, pageSize]
    while (loaded < 2_000) {
      const { number, limit } = nextWindow(loaded, pageSize)
      asked += limit
      loaded = (number + 1) * limit
    }
    expect(asked / loaded).toBeLessThan(1.15)
  }
})

it('goes on without an overlap where the service answers with one at a time', () => {
  expect(nextWindow(7, 1, 1)).toEqual({ number: 7, limit: 1 })
})
