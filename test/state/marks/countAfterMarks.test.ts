import { describe, expect } from 'vitest'
import { countAfterMarks, isEmptiedByMarkAll } from '../../../src/state/marks/countAfterMarks.ts'
import type { FeedFilter } from '../../../src/state/model/feedFilter.ts'
import type { StampedPage } from '../../../src/state/model/stampedPage.ts'
import { eachRule } from '../eachRule.ts'
import { cached, page } from '../pages/page.ts'
import { marks } from './log.ts'

interface Row {
  rule: string
  /** The newest notifications of the filter. */
  page: StampedPage
  /** Default: unread ones. */
  filter?: FeedFilter
  marks?: string[]
  /** The marked notifications in the cache. Default: none. */
  known?: ReturnType<typeof cached>
  count: number
  /** Default: false. */
  hasMore?: boolean
}

const test = (rows: Row[]) =>
  eachRule(rows, ({ filter = { read: false }, known = cached(''), count, hasMore = false, ...row }) => {
    const counted = countAfterMarks(row.page, marks(...(row.marks ?? [])), filter, known)
    expect(counted).toEqual({ count, hasMore })
  })

describe('the count of a page', () => {
  test([
    { rule: 'is its length if it has all', page: page('c b a'), count: 3 },
    { rule: 'is 0 if it is empty', page: page(''), count: 0 },
    {
      rule: 'is its total if that exceeds its length',
      page: page('c b a', { hasMore: true, totalCount: 250 }),
      count: 250,
    },
    {
      rule: 'is at least its length if the service clamps the total to it',
      page: page('c b a', { hasMore: true, totalCount: 3 }),
      count: 3,
      hasMore: true,
    },
    { rule: 'is at least its length without a total', page: page('c b a', { hasMore: true }), count: 3, hasMore: true },
    {
      rule: 'is at least its total if the proxy counted only so far',
      page: { ...page('c b a', { hasMore: true, totalCount: 250 }), isLeast: true },
      count: 250,
      hasMore: true,
    },
    {
      rule: 'ignores a total that exceeds a page with all',
      page: page('c b a', { totalCount: 250 }),
      count: 3,
    },
    {
      rule: 'is the total without the notifications that can’t be read',
      page: page('c b', { hasMore: true, unreadable: 1, totalCount: 250 }),
      count: 249,
    },
    {
      rule: 'is its length without archived notifications, which some services list',
      page: page('c b.archived a'),
      count: 2,
    },
    {
      rule: 'is the total without archived notifications of the page',
      page: page('c b.archived', { hasMore: true, totalCount: 250 }),
      count: 249,
    },
    {
      rule: 'is at least its length if the browser filters: the total does not know that filter',
      page: page('c b a', { hasMore: true, totalCount: 250 }),
      filter: { read: false, feeds: ['activity'] },
      count: 3,
      hasMore: true,
    },
    {
      rule: 'has only notifications that the browser’s filter chooses',
      page: page('c#billing b a'),
      filter: { feeds: ['billing'] },
      count: 1,
    },
  ])
})

describe('a mark', () => {
  test([
    { rule: 'takes its notification out of the count', page: page('c b a'), marks: ['read b'], count: 2 },
    {
      rule: 'takes its notification out of a total',
      page: page('c b', { hasMore: true, totalCount: 250 }),
      marks: ['read b'],
      count: 249,
    },
    {
      rule: 'that settled after the page takes its notification out',
      page: page('c b a'),
      marks: ['read b, settled at 20'],
      count: 2,
    },
    {
      rule: 'that settled before the page is in the count',
      page: page('c b a'),
      marks: ['read b, settled at 5'],
      count: 3,
    },
    {
      rule: 'brings a cached notification into the count',
      page: page('c b'),
      known: cached('a.read'),
      marks: ['unread a'],
      count: 3,
    },
    {
      rule: 'counts a cached notification once that the page has',
      page: page('c b a'),
      known: cached('a', { at: 5 }),
      marks: ['unread a'],
      count: 3,
    },
    {
      rule: 'counts a cached notification as it was when the page was requested, between two marks',
      page: page('c', { at: 15, hasMore: true, totalCount: 3 }),
      known: cached('a', { at: 5 }),
      marks: ['read a, settled at 12', 'read a, settled at 20'],
      count: 3,
    },
    {
      rule: 'takes a cached notification out of a total',
      page: page('c b', { hasMore: true, totalCount: 250 }),
      known: cached('a'),
      marks: ['read a'],
      count: 249,
    },
    {
      rule: 'takes nothing out of a page with all: a notification that it does not have did not match',
      page: page('c b'),
      known: cached('a', { at: 5 }),
      marks: ['read a'],
      count: 2,
    },
    {
      rule: 'takes nothing out of a total that it was in before',
      page: page('c b', { at: 20, hasMore: true, totalCount: 250 }),
      known: cached('a', { at: 5 }),
      marks: ['read a, settled at 15'],
      count: 250,
    },
    {
      rule: 'never makes the count negative',
      page: page('', { hasMore: true }),
      known: cached('b a'),
      marks: ['read b a'],
      count: 0,
      hasMore: true,
    },
  ])
})

describe('a mark-all that empties the filter', () => {
  test([
    {
      rule: 'leaves nothing of a total',
      page: page('c b a', { hasMore: true, totalCount: 250 }),
      marks: ['read all'],
      count: 0,
    },
    {
      rule: 'leaves a total to a page that was requested after it',
      page: page('c b a', { hasMore: true, totalCount: 250 }),
      marks: ['read all, settled at 5'],
      count: 250,
    },
  ])
})

describe('a filter is emptied', () => {
  interface EmptiedRow {
    rule: string
    filter: FeedFilter
    marks: string[]
    isEmptied: boolean
  }
  const rows: EmptiedRow[] = [
    { rule: 'not without marks', filter: { read: false }, marks: [], isEmptied: false },
    { rule: 'of unread by reading all', filter: { read: false }, marks: ['read all'], isEmptied: true },
    { rule: 'of unseen by reading all', filter: { seen: false }, marks: ['read all'], isEmptied: true },
    { rule: 'of unread not by seeing all', filter: { read: false }, marks: ['seen all'], isEmptied: false },
    { rule: 'of all by no mark', filter: {}, marks: ['read all'], isEmptied: false },
    {
      rule: 'by a mark-all that settled later',
      filter: { read: false },
      marks: ['read all, settled at 20'],
      isEmptied: true,
    },
    {
      rule: 'not by a mark-all that settled before',
      filter: { read: false },
      marks: ['read all, settled at 10'],
      isEmptied: false,
    },
    {
      rule: 'not by a mark-all of some feeds',
      filter: { read: false },
      marks: ['read all of activity', 'read all of activity, settled at 20'],
      isEmptied: false,
    },
    { rule: 'not by a mark on messages', filter: { read: false }, marks: ['read a'], isEmptied: false },
    {
      rule: 'not if a later mark-all fills it again',
      filter: { read: false },
      marks: ['read all, settled at 20', 'unread all'],
      isEmptied: false,
    },
    {
      rule: 'if a later mark-all empties it again',
      filter: { read: false },
      marks: ['unread all, settled at 20', 'read all'],
      isEmptied: true,
    },
    {
      rule: 'by two mark-alls together',
      filter: { read: true, seen: false },
      marks: ['unread all', 'seen all'],
      isEmptied: true,
    },
  ]
  eachRule(rows, ({ filter, marks: texts, isEmptied }) => {
    expect(isEmptiedByMarkAll(marks(...texts), filter, 10)).toBe(isEmptied)
  })
})
