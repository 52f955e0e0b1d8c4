import { describe, expect } from 'vitest'
import type { ServerFilter } from '../../../src/state/model/feedFilter.ts'
import type { StampedPage } from '../../../src/state/model/stampedPage.ts'
import { mergePages } from '../../../src/state/pages/mergePages.ts'
import { eachRule } from '../eachRule.ts'
import { marks } from '../marks/log.ts'
import { describeAll, page, stamped } from './page.ts'

interface Row {
  rule: string
  /** The loaded pages, in order. */
  pages: StampedPage[]
  /** The newest pages that were requested later, the last one first. Default: none. */
  newest?: StampedPage[]
  /** Default: no arrival is held back. */
  admittedAt?: number
  /** The list as it was shown before. */
  shown?: string
  marks?: string[]
  filter?: ServerFilter
  /** The merged list. */
  items: string
  /** Default: none. */
  held?: string
  /** Default: false. */
  hasGap?: boolean
}

const test = (rows: Row[]) =>
  eachRule(rows, ({ pages, newest = [], admittedAt = Infinity, shown = '', filter = {}, ...row }) => {
    const merged = mergePages(pages, newest, admittedAt, stamped(shown), marks(...(row.marks ?? [])), filter)
    expect({ ...merged, items: describeAll(merged.items), held: describeAll(merged.held) }).toEqual({
      items: row.items,
      held: row.held ?? '',
      hasGap: row.hasGap ?? false,
    })
  })

/** Three notifications, and more below. */
const list = page('c b a', { at: 10, hasMore: true })

describe('a list', () => {
  test([
    { rule: 'is empty before its first page', pages: [], newest: [page('a', { at: 20 })], items: '' },
    {
      rule: 'is its pages, one after another',
      pages: [page('d c', { hasMore: true }), page('b a', { at: 20 })],
      items: 'd c b a',
    },
    {
      rule: 'has a notification once, as the page has it that was requested last',
      pages: [page('c b', { hasMore: true }), page('b.read a', { at: 20 })],
      items: 'c b.read a',
    },
    {
      rule: 'shows a change that its newest page brings',
      pages: [list],
      newest: [page('c.read b a', { at: 20, hasMore: true })],
      items: 'c.read b a',
    },
    {
      rule: 'ignores newest pages that are no newer than its first page',
      pages: [list],
      newest: [page('d c.read b', { at: 10, hasMore: true }), page('d c b.read', { at: 5, hasMore: true })],
      items: 'c b a',
    },
    {
      rule: 'does not revert a change because an older one of the newest pages is without it',
      pages: [list],
      newest: [page('c.read b a', { at: 30, hasMore: true }), page('c b.seen a', { at: 20, hasMore: true })],
      items: 'c.read b a',
    },
    {
      rule: 'prefers a loaded page that was requested after the newest page',
      pages: [page('c b', { hasMore: true }), page('b.read a', { at: 30 })],
      newest: [page('c.seen b', { at: 20, hasMore: true })],
      items: 'c.seen b.read a',
    },
  ])
})

describe('an arrival', () => {
  test([
    {
      rule: 'is shown above the list',
      pages: [list],
      newest: [page('d c b', { at: 20, hasMore: true })],
      items: 'd c b a',
    },
    {
      rule: 'waits while the list holds arrivals back',
      pages: [list],
      newest: [page('d c b', { at: 20, hasMore: true })],
      admittedAt: 10,
      items: 'c b a',
      held: 'd',
    },
    {
      rule: 'that waits does not hold back a change of a loaded notification',
      pages: [list],
      newest: [page('d c.read b', { at: 20, hasMore: true })],
      admittedAt: 10,
      items: 'c.read b a',
      held: 'd',
    },
    {
      rule: 'that was admitted stays, and its later changes are not held back',
      pages: [list],
      newest: [page('e d.read c', { at: 30, hasMore: true }), page('d c b', { at: 20, hasMore: true })],
      admittedAt: 20,
      items: 'd.read c b a',
      held: 'e',
    },
    {
      rule: 'that waits changes with each newest page',
      pages: [list],
      newest: [page('d.read c', { at: 30, hasMore: true }), page('d c b', { at: 20, hasMore: true })],
      admittedAt: 10,
      items: 'c b a',
      held: 'd.read',
    },
    {
      rule: 'that waits is dropped when a newer page no longer has it: it was deleted, or left the filter',
      pages: [list],
      newest: [page('c b', { at: 30, hasMore: true }), page('d c b', { at: 20, hasMore: true })],
      admittedAt: 10,
      items: 'c b a',
      held: '',
    },
    {
      rule: 'that belongs further down, because it came back into the filter, takes its place in time',
      pages: [page('d b a', { hasMore: true })],
      newest: [page('d c b', { at: 20, hasMore: true })],
      items: 'd c b a',
    },
    {
      rule: 'in a page that was loaded later, above the first one, is shown above the list',
      pages: [page('c b', { hasMore: true }), page('d b a', { at: 20 })],
      items: 'd c b a',
    },
    {
      rule: 'in a page that was loaded later, above the first one, waits too',
      pages: [page('c b', { hasMore: true }), page('d b a', { at: 20 })],
      admittedAt: 15,
      items: 'c b a',
      held: 'd',
    },
    {
      rule: 'that a newest page and a later loaded page have is shown as the last one has it',
      pages: [page('c b', { hasMore: true }), page('d b a', { at: 30 })],
      newest: [page('d.read c', { at: 20, hasMore: true })],
      items: 'd c b a',
    },
  ])
})

describe('a list that was refetched', () => {
  test([
    {
      rule: 'holds back what it has above the notifications that were shown before',
      pages: [page('e d c b', { at: 20, hasMore: true })],
      shown: 'c b a',
      admittedAt: 10,
      items: 'c b',
      held: 'e d',
    },
    {
      rule: 'shows everything once its arrivals are admitted',
      pages: [page('e d c b', { at: 20, hasMore: true })],
      shown: 'c b a',
      admittedAt: 20,
      items: 'e d c b',
    },
    {
      rule: 'shows everything if none of its notifications was shown before',
      pages: [page('e d', { at: 20, hasMore: true })],
      shown: 'b a',
      admittedAt: 10,
      items: 'e d',
    },
    {
      rule: 'shows a notification of its admitted first page although a later page has it too',
      pages: [page('d c b', { at: 10, hasMore: true }), page('d.read a', { at: 20 })],
      shown: 'c b',
      admittedAt: 10,
      items: 'd.read c b a',
    },
    {
      rule: 'holds back nothing if its newest notification was shown before',
      pages: [page('c b', { at: 20, hasMore: true })],
      shown: 'c b a',
      admittedAt: 10,
      items: 'c b',
    },
  ])
})

describe('a notification that the newest page does not have', () => {
  test([
    {
      rule: 'was deleted, and is no longer shown',
      pages: [list],
      newest: [page('c a', { at: 20, hasMore: true })],
      items: 'c a',
    },
    {
      rule: 'does not come back with an older newest page',
      pages: [list],
      newest: [page('c a', { at: 30, hasMore: true }), page('c b.read a', { at: 20, hasMore: true })],
      items: 'c a',
    },
    {
      rule: 'is no longer shown although it arrived after the list was loaded',
      pages: [list],
      newest: [page('e c', { at: 30, hasMore: true }), page('d c', { at: 20, hasMore: true })],
      items: 'e c b a',
    },
    {
      rule: 'stays if it is older than the end of that page',
      pages: [list],
      newest: [page('c b', { at: 20, hasMore: true })],
      items: 'c b a',
    },
    {
      rule: 'stays if it has the same time as the end of that page, because the two may be in either order',
      pages: [page('c b@a a', { hasMore: true })],
      newest: [page('c a', { at: 20, hasMore: true })],
      items: 'c b a',
    },
    {
      rule: 'stays if that page has a notification that can’t be read: it may be this one',
      pages: [list],
      newest: [page('c a', { at: 20, hasMore: true, unreadable: 1 })],
      items: 'c b a',
    },
    {
      rule: 'stays if a page that was requested later has it',
      pages: [page('c', { hasMore: true }), page('b a', { at: 30 })],
      newest: [page('c', { at: 20 })],
      items: 'c b a',
    },
    {
      rule: 'stays if a page of the same time has it, which another tab requested: that may be the later one',
      pages: [page('c', { hasMore: true }), page('b a', { at: 20 })],
      newest: [page('c', { at: 20 })],
      items: 'c b a',
    },
    {
      rule: 'is no longer shown if that page is the whole list, however old it is',
      pages: [list],
      newest: [page('e', { at: 20 })],
      items: 'e',
    },
    {
      rule: 'stays if a pending mark explains it: the marks decide whether it is shown',
      pages: [list],
      newest: [page('c a', { at: 20, hasMore: true })],
      filter: { read: false },
      marks: ['read b'],
      items: 'c b a',
    },
    {
      rule: 'stays if a mark explains it that settled after the request of that page',
      pages: [list],
      newest: [page('c a', { at: 20, hasMore: true })],
      filter: { read: false },
      marks: ['read b, settled at 25'],
      items: 'c b a',
    },
    {
      rule: 'does not stay because of a mark that settled before the request of that page',
      pages: [list],
      newest: [page('c a', { at: 20, hasMore: true })],
      filter: { read: false },
      marks: ['unread b, settled at 15'],
      items: 'c a',
    },
    {
      rule: 'does not stay because of a mark on another notification',
      pages: [list],
      newest: [page('c a', { at: 20, hasMore: true })],
      filter: { read: false },
      marks: ['read a'],
      items: 'c a',
    },
  ])
})

describe('a gap', () => {
  test([
    {
      rule: 'is between the list and a newest page that has none of its notifications',
      pages: [list],
      newest: [page('f e', { at: 20, hasMore: true })],
      items: 'c b a',
      held: 'f e',
      hasGap: true,
    },
    {
      rule: 'is above newest pages that touch the list, and they are shown',
      pages: [list],
      newest: [page('h g', { at: 30, hasMore: true }), page('d c', { at: 20, hasMore: true })],
      items: 'd c b a',
      held: 'h g',
      hasGap: true,
    },
    {
      rule: 'is not there if the newest pages touch the list through each other',
      pages: [list],
      newest: [page('f e d', { at: 30, hasMore: true }), page('d c', { at: 20, hasMore: true })],
      items: 'f e d c b a',
    },
    {
      rule: 'is not there if the newest page is the whole list',
      pages: [page('', { at: 10 })],
      newest: [page('b a', { at: 20 })],
      items: 'b a',
    },
    {
      rule: 'stays until the list is refetched, because one newest page in between does not close it',
      pages: [list],
      newest: [page('h g f', { at: 30, hasMore: true }), page('f e', { at: 20, hasMore: true })],
      items: 'c b a',
      held: 'h g f e',
      hasGap: true,
    },
    {
      rule: 'removes nothing: the page above it does not show which notifications left',
      pages: [page('e c', { hasMore: true })],
      newest: [page('f d b', { at: 20, hasMore: true })],
      items: 'e c',
      held: 'f d b',
      hasGap: true,
    },
  ])
})

describe('a list that was loaded to its end has grown below it', () => {
  test([
    {
      rule: 'if a newest page ends with its last notification and has more',
      pages: [page('b a')],
      newest: [page('c b a', { at: 20, hasMore: true })],
      items: 'c b a',
      hasGap: true,
    },
    {
      rule: 'if a newest page reaches below its last notification and has more',
      pages: [page('c b')],
      newest: [page('c b a', { at: 20, hasMore: true })],
      items: 'c b a',
      hasGap: true,
    },
    {
      rule: 'if its last page had no more, however many it has',
      pages: [page('d c', { hasMore: true }), page('c b', { hasMore: true }), page('b a', { at: 15 })],
      newest: [page('d c b a', { at: 20, hasMore: true })],
      items: 'd c b a',
      hasGap: true,
    },
    {
      rule: 'if a newest page has its last notification, and another of the same time below it',
      pages: [page('c b')],
      newest: [page('c b a@b', { at: 20, hasMore: true })],
      items: 'c a b',
      hasGap: true,
    },
    {
      rule: 'if another tab requested the newest page at the time of its last page: that may be the later one',
      pages: [page('c b', { hasMore: true }), page('a', { at: 20 })],
      newest: [page('c b a', { at: 20, hasMore: true })],
      items: 'c b a',
      hasGap: true,
    },
    {
      rule: 'if it was empty, and the newest page has more',
      pages: [page('')],
      newest: [page('c b', { at: 30, hasMore: true }), page('b a', { at: 20 })],
      items: 'c b a',
      hasGap: true,
    },
    {
      rule: 'but not if the newest page ends above its last notification',
      pages: [page('c b a')],
      newest: [page('d c b', { at: 20, hasMore: true })],
      items: 'd c b a',
    },
    {
      rule: 'but not if the newest page has no more',
      pages: [page('c b')],
      newest: [page('c b a', { at: 20 })],
      items: 'c b a',
    },
    {
      rule: 'but not if its last page was requested after the newest page',
      pages: [page('c b', { hasMore: true }), page('a', { at: 30 })],
      newest: [page('c b a', { at: 20, hasMore: true })],
      items: 'c b a',
    },
    {
      rule: 'but not if there is more to load anyway',
      pages: [page('b a', { hasMore: true })],
      newest: [page('c b a', { at: 20, hasMore: true })],
      items: 'c b a',
    },
  ])
})

describe('a list must be refetched after a mark-all that brings notifications into it', () => {
  const unread = page('e c', { at: 10, hasMore: true })
  test([
    {
      rule: 'if the newest page was requested after the mark and has more',
      pages: [unread],
      newest: [page('e d c', { at: 30, hasMore: true })],
      filter: { read: false },
      marks: ['unread all, settled at 20'],
      items: 'e d c',
      hasGap: true,
    },
    {
      rule: 'but not while the newest page is older than the mark',
      pages: [unread],
      newest: [page('e c', { at: 15, hasMore: true })],
      filter: { read: false },
      marks: ['unread all, settled at 20'],
      items: 'e c',
    },
    {
      rule: 'but not if it was loaded after the mark',
      pages: [page('e c', { at: 20, hasMore: true })],
      newest: [page('e d c', { at: 30, hasMore: true })],
      filter: { read: false },
      marks: ['unread all, settled at 20'],
      items: 'e d c',
    },
    {
      rule: 'but not if the newest page is the whole list',
      pages: [unread],
      newest: [page('e d c', { at: 30 })],
      filter: { read: false },
      marks: ['unread all, settled at 20'],
      items: 'e d c',
    },
    {
      rule: 'but not after a mark-all that only takes notifications out',
      pages: [unread],
      newest: [page('e d c', { at: 30, hasMore: true })],
      filter: { read: false },
      marks: ['read all, settled at 20'],
      items: 'e d c',
    },
  ])
})

describe('a notification that is delivered again', () => {
  test([
    {
      rule: 'joins the list on top, once',
      pages: [list],
      newest: [page('b@d c a', { at: 20, hasMore: true })],
      items: 'b c a',
    },
    {
      rule: 'stays where it was while it is held back',
      pages: [list],
      newest: [page('b@d c a', { at: 20, hasMore: true })],
      admittedAt: 15,
      items: 'c b a',
      held: 'b',
    },
    {
      rule: 'does not hide a gap: it shows nothing of what is between',
      pages: [list],
      newest: [page('b@h g f', { at: 20, hasMore: true })],
      items: 'c b a',
      held: 'b g f',
      hasGap: true,
    },
    {
      rule: 'is admitted by the page that brought it, though a later page has it too',
      pages: [list],
      newest: [page('e b@d c', { at: 30, hasMore: true }), page('b@d c a', { at: 20, hasMore: true })],
      admittedAt: 25,
      items: 'b c a',
      held: 'e',
    },
  ])
})
