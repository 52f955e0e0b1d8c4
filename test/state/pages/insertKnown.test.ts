import { describe, expect } from 'vitest'
import type { FeedFilter } from '../../../src/state/model/feedFilter.ts'
import type { StampedPage } from '../../../src/state/model/stampedPage.ts'
import { insertKnown } from '../../../src/state/pages/insertKnown.ts'
import { eachRule } from '../eachRule.ts'
import { marks } from '../marks/log.ts'
import { cached, describeAll, page, stamped } from './page.ts'

interface Row {
  rule: string
  /** The list before. */
  items: string
  /** The marked notifications that are in the cache, as their last page has them. */
  known: ReturnType<typeof cached>
  marks: string[]
  /** Default: unread ones. */
  filter?: FeedFilter
  /** The loaded pages. Default: one page of the items, requested at 10. */
  pages?: StampedPage[]
  /** Default: none. */
  newest?: StampedPage[]
  /** Default: false. */
  hasMore?: boolean
  /** The list afterwards. */
  inserted: string
}

const test = (rows: Row[]) =>
  eachRule(rows, ({ items, known, newest = [], filter = { read: false }, hasMore = false, ...row }) => {
    const pages = row.pages ?? [page(items, { at: 10, hasMore })]
    const list = { filter, pages, newestPages: newest, hasMore }
    expect(describeAll(insertKnown(stamped(items), known, list, marks(...row.marks)))).toBe(row.inserted)
  })

describe('a notification that a mark brings into a list', () => {
  test([
    {
      rule: 'shows at its place in time while the mark is pending',
      items: 'd b a',
      known: cached('c.read', { at: 5 }),
      marks: ['unread c'],
      inserted: 'd c.read b a',
    },
    {
      rule: 'shows if the mark settled after the list’s page was requested',
      items: 'd b a',
      known: cached('c.read', { at: 5 }),
      marks: ['unread c, settled at 15'],
      inserted: 'd c.read b a',
    },
    {
      rule: 'is left to the page that was requested after the mark: a deleted notification does not come back',
      items: 'd b a',
      known: cached('c.read', { at: 5 }),
      marks: ['unread c, settled at 9'],
      inserted: 'd b a',
    },
    {
      rule: 'is left to the newest page that was requested after the mark',
      items: 'd b a',
      known: cached('c.read', { at: 5 }),
      marks: ['unread c, settled at 15'],
      newest: [page('d b', { at: 20, hasMore: true })],
      inserted: 'd b a',
    },
    {
      rule: 'shows although a newest page was requested after the mark, if that page ends above it',
      items: 'd b a',
      known: cached('c.read', { at: 5 }),
      marks: ['unread c, settled at 15'],
      newest: [page('e d', { at: 20, hasMore: true })],
      inserted: 'd c.read b a',
    },
    {
      rule: 'is not inserted if the list has it',
      items: 'd c b',
      known: cached('c', { at: 5 }),
      marks: ['unread c'],
      inserted: 'd c b',
    },
    {
      rule: 'shows at the end of a list that was loaded to its end',
      items: 'd c',
      known: cached('b.read', { at: 5 }),
      marks: ['unread b'],
      inserted: 'd c b.read',
    },
    {
      rule: 'shows in an empty list that was loaded to its end',
      items: '',
      known: cached('b.read', { at: 5 }),
      marks: ['unread b'],
      inserted: 'b.read',
    },
  ])
})

describe('a notification is left to its page', () => {
  test([
    {
      rule: 'if it is older than the loaded part',
      items: 'd c',
      known: cached('b.read', { at: 5 }),
      marks: ['unread b'],
      hasMore: true,
      inserted: 'd c',
    },
    {
      rule: 'if it has the time of the end of the loaded part',
      items: 'd c',
      known: cached('b@c.read', { at: 5 }),
      marks: ['unread b'],
      hasMore: true,
      inserted: 'd c',
    },
    {
      rule: 'if it has no time, and there is more to load',
      items: 'd c',
      known: cached('b@never.read', { at: 5 }),
      marks: ['unread b'],
      hasMore: true,
      inserted: 'd c',
    },
    {
      rule: 'if nothing of the list is loaded, and there is more to load',
      items: '',
      known: cached('b.read', { at: 5 }),
      marks: ['unread b'],
      hasMore: true,
      inserted: '',
    },
  ])
})

describe('a marked notification that is newer than the list’s pages', () => {
  test([
    {
      rule: 'is an arrival, and comes with the others',
      items: 'c b',
      known: cached('d', { at: 20 }),
      marks: ['seen d'],
      inserted: 'c b',
    },
    {
      rule: 'is no arrival if a page had it before the list was loaded',
      items: 'c b',
      known: cached('d', { at: 20, since: 5 }),
      marks: ['seen d'],
      inserted: 'd c b',
    },
    {
      rule: 'shows if only the mark brings it into the list',
      items: 'c b',
      known: cached('d.read', { at: 20 }),
      marks: ['unread d'],
      inserted: 'd.read c b',
    },
    {
      rule: 'shows if no page of the list reaches it: then it is no arrival',
      items: 'c b',
      known: cached('d', { at: 20 }),
      marks: ['seen d'],
      pages: [page('c b', { at: 10, unreadable: 1 })],
      inserted: 'd c b',
    },
  ])
})

describe('insertKnown', () => {
  test([
    {
      rule: 'inserts nothing that no mark concerns',
      items: 'd b',
      known: cached('c', { at: 5 }),
      marks: ['unread a'],
      inserted: 'd b',
    },
    {
      rule: 'inserts several at once',
      items: 'e c a',
      known: new Map([...cached('b.read', { at: 5 }), ...cached('d.read', { at: 5 })]),
      marks: ['unread b', 'unread d'],
      inserted: 'e d.read c b.read a',
    },
  ])

  eachRule(
    [
      { rule: 'returns the same list if no notification is marked', known: cached('') },
      { rule: 'returns the same list if it has every marked notification', known: cached('c') },
    ],
    ({ known }) => {
      const items = stamped('d c')
      const list = { filter: {}, pages: [page('d c')], newestPages: [], hasMore: false }
      expect(insertKnown(items, known, list, marks('read c'))).toBe(items)
    },
  )
})
