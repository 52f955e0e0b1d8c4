import { describe, expect, it } from 'vitest'
import type { ServerFilter } from '../../../src/state/model/feedFilter.ts'
import type { StampedPage } from '../../../src/state/model/stampedPage.ts'
import { continues, nextPage, nextWindow, pageBefore } from '../../../src/state/pages/nextPage.ts'
import * as fc from '../../setup/fastCheck.ts'
import { eachRule } from '../eachRule.ts'
import { marks } from '../marks/log.ts'
import { page } from './page.ts'

const startOf = ({ number, limit }: { number: number; limit: number }) => number * limit

describe('nextWindow', () => {
  eachRule(
    [
      { rule: 'starts with the last loaded notification', loaded: 20, pageSize: 20, window: { number: 1, limit: 19 } },
      {
        rule: 'starts a little above it if that brings more new notifications',
        loaded: 3,
        pageSize: 3,
        window: { number: 0, limit: 11 },
      },
      { rule: 'starts at the top if nothing is loaded', loaded: 0, pageSize: 20, window: { number: 0, limit: 40 } },
      {
        rule: 'requests no more than the service returns',
        loaded: 40,
        pageSize: 20,
        most: 20,
        window: { number: 2, limit: 19 },
      },
      {
        rule: 'requests far fewer than the page size rather than to start without an overlap',
        loaded: 5,
        pageSize: 50,
        most: 4,
        window: { number: 1, limit: 4 },
      },
      {
        rule: 'requests fewer than the service returns rather than to start without an overlap',
        loaded: 8,
        pageSize: 50,
        most: 4,
        window: { number: 2, limit: 3 },
      },
      {
        rule: 'requests at least half of the page size where it can',
        loaded: 1078,
        pageSize: 6,
        window: { number: 359, limit: 3 },
      },
      {
        rule: 'follows without an overlap if no page of an allowed size overlaps',
        loaded: 4,
        pageSize: 2,
        most: 2,
        window: { number: 2, limit: 2 },
      },
    ],
    ({ loaded, pageSize, most, window }) => {
      expect(nextWindow(loaded, pageSize, most)).toEqual(window)
    },
  )

  it('begins within the loaded part and ends beyond it, with about as many notifications as a page has', () => {
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
})

it.each([
  [20, 32],
  [50, 13],
  // Overlapping pages of at most a hundred can't do with fewer.
  [100, 11],
])('a list of 1,000 is loaded in pages of %i with %i requests', (pageSize, most) => {
  let requests = 1
  for (let loaded = pageSize; loaded < 1_000; requests += 1) {
    const { number, limit } = nextWindow(loaded, pageSize)
    loaded = (number + 1) * limit
  }
  expect(requests).toBe(most)
})

/** Ten notifications, and more below. */
const ten = page('z y x w v u t s r q', { at: 10, hasMore: true })
/** The page that follows them: it starts with the tenth. */
const nine = page('q p o n m l k j i', { at: 30, hasMore: true, page: 1 })

describe('nextPage', () => {
  interface Row {
    rule: string
    pages: StampedPage[]
    marks?: string[]
    /** Default: unread ones. */
    filter?: ServerFilter
    /** Undefined at the end of the list. */
    next: { page: number; limit: number } | undefined
  }
  const test = (rows: Row[]) =>
    eachRule(rows, ({ pages, filter = { read: false }, next, ...row }) => {
      const found = nextPage(pages, marks(...(row.marks ?? [])), filter)
      expect(found && { page: found.page, limit: found.limit }).toEqual(next)
    })

  describe('requests', () => {
    test([
      {
        rule: 'a page that starts with the last loaded notification',
        pages: [ten],
        next: { page: 1, limit: 9 },
      },
      {
        rule: 'a page that starts where the last page ended, however many notifications pages have in common',
        pages: [ten, nine],
        next: { page: 1, limit: 17 },
      },
      {
        rule: 'the same part of a service that counts pages from 1',
        pages: [page('z y x w v u t s r q', { hasMore: true, page: 1 })],
        next: { page: 2, limit: 9 },
      },
      {
        rule: 'the same part if a notification can’t be read: the service counts it too',
        pages: [page('z y x w v u t s r', { hasMore: true, unreadable: 1 })],
        next: { page: 1, limit: 9 },
      },
      {
        rule: 'no more than a service returns that returned fewer than were requested',
        pages: [page('z y x w', { hasMore: true, limit: 20 })],
        next: { page: 1, limit: 3 },
      },
      {
        rule: 'about as many as a service returns, not as were requested',
        pages: [
          page('z y x w v', { hasMore: true, limit: 20 }),
          page('v u t s r', { hasMore: true, page: 1 }),
          page('r q p o n', { hasMore: true, page: 2 }),
        ],
        next: { page: 3, limit: 4 },
      },
      {
        rule: 'the following page of a service that returns one at a time',
        pages: [page('z', { hasMore: true, limit: 20 })],
        next: { page: 1, limit: 1 },
      },
    ])
  })

  describe('ends the list', () => {
    test([
      { rule: 'before its first page', pages: [], next: undefined },
      { rule: 'after a page without more', pages: [page('c b a')], next: undefined },
      {
        rule: 'after an empty page, even if that has more: further requests would never end',
        pages: [ten, page('', { at: 20, hasMore: true, page: 1, limit: 9 })],
        next: undefined,
      },
      {
        rule: 'but not after a page of which no notification can be read',
        pages: [page('', { hasMore: true, unreadable: 10 })],
        next: { page: 1, limit: 9 },
      },
      {
        rule: 'if the next request would be the last one again: the service is wrong to have more',
        pages: [ten, page('q', { at: 20, hasMore: true, page: 1, limit: 9 })],
        next: undefined,
      },
      {
        rule: 'but not if the next request has the size of the last one, and is about another part',
        pages: [ten, page('q p o n m l k j i h g f e d c b a', { hasMore: true, page: 1, limit: 18, unreadable: 2 })],
        next: { page: 2, limit: 18 },
      },
      {
        rule: 'if three pages repeat a part of it: the server ignores which page is requested',
        pages: [ten, { ...ten, limit: 9 }, { ...ten, limit: 9 }],
        next: undefined,
      },
      {
        rule: 'but not if two do: there were as many arrivals as a page has',
        pages: [ten, { ...ten, limit: 9, page: 1 }],
        next: { page: 1, limit: 18 },
      },
      {
        rule: 'but not if the last of three that start alike has more: others were deleted meanwhile',
        pages: [ten, page('z y x p o', { hasMore: true }), page('z y o n m', { hasMore: true })],
        next: { page: 0, limit: 20 },
      },
      {
        rule: 'but not if it is the same request because a mark moved the list up',
        pages: [ten, page('q p', { at: 20, hasMore: true, page: 1, limit: 9 })],
        marks: ['read z'],
        next: { page: 1, limit: 9 },
      },
    ])
  })

  describe('after a mark', () => {
    test([
      {
        rule: 'starts one higher for a notification that a pending mark removes',
        pages: [ten],
        marks: ['read z'],
        next: { page: 1, limit: 8 },
      },
      {
        rule: 'starts one higher for each notification that a settled mark removed',
        pages: [ten, nine],
        marks: ['read z x, settled at 40'],
        next: { page: 1, limit: 15 },
      },
      {
        rule: 'starts one higher for a notification that a mark-all of its feed removed',
        pages: [page('z#billing y x w v u t s r q', { hasMore: true })],
        marks: ['read all of billing, settled at 20'],
        next: { page: 1, limit: 8 },
      },
      {
        rule: 'starts one higher for one that an archive took out of a list of all',
        pages: [ten],
        filter: {},
        marks: ['archive z, settled at 20'],
        next: { page: 1, limit: 8 },
      },
      {
        rule: 'starts one higher for one that a pending snooze takes out of a list of all',
        pages: [ten],
        filter: {},
        marks: ['snooze z'],
        next: { page: 1, limit: 8 },
      },
      {
        rule: 'starts one higher for one that a deletion took out of a list of all',
        pages: [ten],
        filter: {},
        marks: ['delete z, settled at 20'],
        next: { page: 1, limit: 8 },
      },
      {
        rule: 'starts one higher for an archived notification that a mark-all removed: the service listed it',
        pages: [page('z#billing.archived y x w v u t s r q', { hasMore: true })],
        marks: ['read all of billing, settled at 20'],
        next: { page: 1, limit: 8 },
      },
      {
        rule: 'starts no higher for a mark that settled before the last page was requested',
        pages: [ten],
        marks: ['read z, settled at 5'],
        next: { page: 1, limit: 9 },
      },
      {
        rule: 'starts no higher for a notification that had left before the last page was requested',
        pages: [ten, nine],
        marks: ['read z, settled at 20', 'seen y'],
        next: { page: 1, limit: 17 },
      },
      {
        rule: 'starts no higher for a notification that stays in the list',
        pages: [ten],
        marks: ['seen z', 'read y', 'unread y'],
        next: { page: 1, limit: 9 },
      },
      {
        rule: 'starts no higher for a notification that never was in the list',
        pages: [page('z.read y x w v u t s r q', { hasMore: true })],
        marks: ['read z'],
        next: { page: 1, limit: 9 },
      },
      {
        rule: 'starts no higher in a list of all, which no mark leaves',
        pages: [ten],
        marks: ['read z'],
        filter: {},
        next: { page: 1, limit: 9 },
      },
    ])
  })

  eachRule(
    [
      { rule: 'must overlap all loaded pages together', pages: [ten, nine], above: [ten, nine] },
      {
        rule: 'must overlap none if no page of an allowed size can',
        pages: [page('z y', { hasMore: true, limit: 20 })],
        above: [],
      },
    ],
    ({ pages, above }) => {
      expect(nextPage(pages, marks(), {})?.above).toEqual(above)
    },
  )
})

describe('a page continues the loaded ones', () => {
  eachRule(
    [
      { rule: 'if it has a notification of the last one', above: [ten, nine], answer: page('i h g'), isNext: true },
      {
        rule: 'if it has a notification of an earlier one: arrivals moved the list down',
        above: [ten, nine],
        answer: page('t s r'),
        isNext: true,
      },
      {
        rule: 'if no page of an allowed size can overlap them',
        above: [],
        answer: page('h g'),
        isNext: true,
      },
      {
        rule: 'if none of the loaded ones has a notification that can be read',
        above: [page('', { hasMore: true, unreadable: 10 })],
        answer: page('h g'),
        isNext: true,
      },
      {
        rule: 'not if it has none of their notifications: some may be in between',
        above: [ten, nine],
        answer: page('h g'),
        isNext: false,
      },
      { rule: 'not if it is empty', above: [ten], answer: page(''), isNext: false },
      {
        rule: 'not because one of them is empty',
        above: [ten, page('', { unreadable: 1 })],
        answer: page('h'),
        isNext: false,
      },
    ],
    ({ above, answer, isNext }) => {
      expect(continues({ page: 1, limit: 9, above }, answer)).toBe(isNext)
    },
  )
})

describe('the page before one that starts below the loaded ones', () => {
  const ofOne = page('z y x', { page: 1 })
  eachRule(
    [
      {
        rule: 'has the same size',
        next: { page: 3, limit: 9, above: [ten] },
        before: { page: 2, limit: 9, above: [ten] },
      },
      { rule: 'is not there before the first page', next: { page: 0, limit: 9, above: [ten] }, before: undefined },
      {
        rule: 'is not there before the first page of a service that counts from 1',
        next: { page: 1, limit: 9, above: [ofOne] },
        before: undefined,
      },
      {
        rule: 'is the first page of a service that counts from 1',
        next: { page: 2, limit: 9, above: [ofOne] },
        before: { page: 1, limit: 9, above: [ofOne] },
      },
      {
        rule: 'is not there before page 0 if nothing must overlap',
        next: { page: 0, limit: 1, above: [] },
        before: undefined,
      },
    ],
    ({ next, before }) => {
      expect(pageBefore(next)).toEqual(before)
    },
  )
})
