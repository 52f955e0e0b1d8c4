import { describe, expect, it } from 'vitest'
import type { StampedPage } from '../../../src/state/model/stampedPage.ts'
import { indexesIn, joinPages, newestFirst } from '../../../src/state/pages/joinPages.ts'
import { eachRule } from '../eachRule.ts'
import { describeAll, page, stamped } from './page.ts'

describe('newestFirst', () => {
  eachRule(
    [
      { rule: 'leaves a list that is in order', items: 'c b a', ordered: 'c b a' },
      { rule: 'moves a notification that came back to its place', items: 'd b a c', ordered: 'd c b a' },
      { rule: 'keeps the service’s order of equal times', items: 'b@a a', ordered: 'b a' },
      { rule: 'keeps the service’s order of equal times in a list that it sorts', items: 'a b@a c', ordered: 'c a b' },
      { rule: 'keeps the place of a notification without a time', items: 'b c@never a', ordered: 'b c a' },
    ],
    ({ items, ordered }) => {
      expect(describeAll(newestFirst(stamped(items)))).toBe(ordered)
    },
  )

  it('returns the same list if it is in order', () => {
    const items = stamped('d c@b b a')
    expect(newestFirst(items)).toBe(items)
  })

  it('does not sort the given list itself', () => {
    const items = stamped('a b')
    newestFirst(items)
    expect(describeAll(items)).toBe('a b')
  })
})

describe('joinPages', () => {
  interface Row {
    rule: string
    pages: StampedPage[]
    items: string
    /** When the page of each item was requested. */
    times: number[]
  }
  const rows: Row[] = [
    { rule: 'has nothing without a page', pages: [], items: '', times: [] },
    {
      rule: 'lists each notification once where pages overlap',
      pages: [page('d c b', { at: 10 }), page('c b a', { at: 20 })],
      items: 'd c b a',
      times: [10, 20, 20, 20],
    },
    {
      rule: 'takes a notification from the page that was requested last, wherever that page is',
      pages: [page('c b.read', { at: 30 }), page('b a', { at: 20 })],
      items: 'c b.read a',
      times: [30, 30, 20],
    },
    {
      rule: 'moves a notification to its place that came back on a later page',
      pages: [page('d b', { at: 10 }), page('c a', { at: 20 })],
      items: 'd c b a',
      times: [10, 20, 10, 20],
    },
  ]

  eachRule(rows, ({ pages, items, times }) => {
    const joined = joinPages(pages)
    expect(describeAll(joined.items)).toBe(items)
    expect(joined.items.map(({ requestedAt }) => requestedAt)).toEqual(times)
  })

  describe('finds the index of each notification', () => {
    eachRule(rows, ({ pages }) => {
      const { items } = joinPages(pages)
      expect(indexesIn(items, pages)).toEqual(
        new Map(items.map(({ notification }, index) => [notification._id, index])),
      )
    })
  })

  describe('after it joined the first pages of a list', () => {
    const [first, second, third] = [page('f e'), page('e.read d', { at: 20 }), page('c b', { at: 30 })]
    eachRule(
      [
        {
          rule: 'adds a further page',
          before: [first, second],
          pages: [first, second, third],
          items: 'f e.read d c b',
        },
        {
          rule: 'drops a page that is gone',
          before: [first, second, third],
          pages: [first, second],
          items: 'f e.read d',
        },
        {
          rule: 'moves a notification whose time has changed',
          before: [first, second],
          pages: [first, second, page('f@c d c', { at: 30 })],
          items: 'e.read d f c',
        },
        {
          rule: 'moves a notification that came back below',
          before: [first, third],
          pages: [first, third, page('d', { at: 30 })],
          items: 'f e d c b',
        },
        { rule: 'replaces a refetched page', before: [first, second], pages: [first, third], items: 'f e c b' },
        {
          rule: 'starts anew with a refetched first page',
          before: [first, second],
          pages: [page('g f')],
          items: 'g f',
        },
      ],
      ({ before, pages, items }) => {
        joinPages(before)
        const joined = joinPages(pages)
        expect(describeAll(joined.items)).toBe(items)
      },
    )

    it('returns the same result for the same pages', () => {
      const pages = [first, second]
      expect(joinPages(pages)).toBe(joinPages(pages))
    })
  })
})
