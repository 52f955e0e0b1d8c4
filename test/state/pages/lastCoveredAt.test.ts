import { describe, expect } from 'vitest'
import type { StampedPage } from '../../../src/state/model/stampedPage.ts'
import { covers, lastCoveredAt } from '../../../src/state/pages/lastCoveredAt.ts'
import { eachRule } from '../eachRule.ts'
import { notifications, page } from './page.ts'

const [d, c, b, untimed] = notifications('d c b d@never')

describe('a page covers a notification', () => {
  eachRule(
    [
      { rule: 'that is newer than its end', page: page('e c', { hasMore: true }), notification: d, isCovered: true },
      { rule: 'of any age if it ends the list', page: page('e d'), notification: b, isCovered: true },
      { rule: 'of any age if it is empty and ends the list', page: page(''), notification: b, isCovered: true },
      { rule: 'not if it is older', page: page('e d', { hasMore: true }), notification: c, isCovered: false },
      {
        rule: 'not if it has the time of its end, because the two may be in either order',
        page: page('e d@c', { hasMore: true }),
        notification: c,
        isCovered: false,
      },
      {
        rule: 'not if it has a notification that can’t be read',
        page: page('e c', { unreadable: 1 }),
        notification: d,
        isCovered: false,
      },
      { rule: 'not without a time', page: page('e c', { hasMore: true }), notification: untimed, isCovered: false },
      {
        rule: 'not if its end has no time',
        page: page('e c@never', { hasMore: true }),
        notification: d,
        isCovered: false,
      },
      { rule: 'not if it is empty and has more', page: page('', { hasMore: true }), notification: d, isCovered: false },
    ],
    ({ page: candidate, notification, isCovered }) => {
      expect(covers(candidate, notification!)).toBe(isCovered)
    },
  )
})

describe('the last answer that covers a notification', () => {
  interface Row {
    rule: string
    pages: StampedPage[]
    newest: StampedPage[]
    at: number
  }
  const rows: Row[] = [
    { rule: 'is none without pages', pages: [], newest: [], at: 0 },
    {
      rule: 'is none if no page reaches that far',
      pages: [page('e d', { at: 10, hasMore: true })],
      newest: [page('f e', { at: 20, hasMore: true })],
      at: 0,
    },
    {
      rule: 'is the first loaded page that reaches it: later pages are about what is below',
      pages: [page('e d', { at: 10, hasMore: true }), page('c b', { at: 20, hasMore: true }), page('a', { at: 30 })],
      newest: [],
      at: 20,
    },
    {
      rule: 'is a newest page that reaches it',
      pages: [page('e d b', { at: 10, hasMore: true })],
      newest: [page('e d b', { at: 20, hasMore: true })],
      at: 20,
    },
    {
      rule: 'is the last of the newest pages that reach it, not one that ends above it',
      pages: [page('d b', { at: 10, hasMore: true })],
      newest: [
        page('f e', { at: 40, hasMore: true }),
        page('e d b', { at: 30, hasMore: true }),
        page('d b', { at: 20, hasMore: true }),
      ],
      at: 30,
    },
    {
      rule: 'is the loaded page if it was requested after the newest pages',
      pages: [page('e d', { at: 10, hasMore: true }), page('c b', { at: 50, hasMore: true })],
      newest: [page('e d b', { at: 20, hasMore: true })],
      at: 50,
    },
  ]
  eachRule(rows, ({ pages, newest, at }) => {
    expect(lastCoveredAt(pages, newest, c!)).toBe(at)
  })
})
