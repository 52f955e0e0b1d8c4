import { describe, expect } from 'vitest'
import type { InboxNotification } from '../../../src/contract/inboxNotification.ts'
import { belongs, type FeedFilter, filtersInBrowser, serverFilter } from '../../../src/state/model/feedFilter.ts'
import { makeNotification } from '../../../src/testing/index.ts'
import { eachRule } from '../eachRule.ts'

describe('a notification belongs', () => {
  interface Row {
    rule: string
    /** How the notification differs from an unread, unseen one of the feed "activity" with the tag "social". */
    fields?: Partial<InboxNotification>
    filter: FeedFilter
    isMember: boolean
  }
  const rows: Row[] = [
    { rule: 'to a list of all', filter: {}, isMember: true },
    { rule: 'to the unread ones if it is unread', filter: { read: false }, isMember: true },
    { rule: 'to the unread ones not if it is read', fields: { read: true }, filter: { read: false }, isMember: false },
    { rule: 'to the read ones if it is read', fields: { read: true }, filter: { read: true }, isMember: true },
    { rule: 'to the read ones not if it is unread', filter: { read: true }, isMember: false },
    { rule: 'to the unseen ones if it is unseen', filter: { seen: false }, isMember: true },
    { rule: 'to the unseen ones not if it is seen', fields: { seen: true }, filter: { seen: false }, isMember: false },
    { rule: 'to the seen ones if it is seen', fields: { seen: true }, filter: { seen: true }, isMember: true },
    {
      rule: 'only if both flags match',
      fields: { seen: true },
      filter: { read: false, seen: false },
      isMember: false,
    },
    {
      rule: 'by its payload if each value is equal, at its path',
      fields: { payload: { order: { status: 'open', id: 7 }, user: 'ada' } },
      filter: { payload: { order: { status: 'open' } } },
      isMember: true,
    },
    {
      rule: 'by its payload not if a value differs',
      fields: { payload: { order: { status: 'closed' } } },
      filter: { payload: { order: { status: 'open' } } },
      isMember: false,
    },
    {
      rule: 'by a payload not if it has none',
      fields: { payload: undefined },
      filter: { payload: { order: 7 } },
      isMember: false,
    },
    { rule: 'to no list if it is archived', fields: { archived: true }, filter: {}, isMember: false },
    { rule: 'without the flag, as if it is not archived', fields: { archived: undefined }, filter: {}, isMember: true },
    { rule: 'by one of several tags', filter: { tags: ['billing', 'social'] }, isMember: true },
    { rule: 'not with other tags', filter: { tags: ['billing'] }, isMember: false },
    { rule: 'to no list of no tags', filter: { tags: [] }, isMember: false },
    { rule: 'by a tag not if it has none', fields: { tags: undefined }, filter: { tags: ['social'] }, isMember: false },
    { rule: 'by one of several feeds', filter: { feeds: ['billing', 'activity'] }, isMember: true },
    { rule: 'not to other feeds', filter: { feeds: ['billing'] }, isMember: false },
    { rule: 'to no feed if it has none', fields: { _feedId: null }, filter: { feeds: ['activity'] }, isMember: false },
    {
      rule: 'by a function that returns true',
      filter: { where: ({ subject }) => subject === 'Notification 0' },
      isMember: true,
    },
    { rule: 'not by a function that returns false', filter: { where: () => false }, isMember: false },
    {
      rule: 'only if every part of the filter matches',
      filter: { read: false, tags: ['social'], feeds: ['billing'] },
      isMember: false,
    },
  ]
  eachRule(rows, ({ fields, filter, isMember }) => {
    expect(belongs(makeNotification(0, fields), filter)).toBe(isMember)
  })
})

describe('a filter', () => {
  const where = () => true
  eachRule(
    [
      { rule: 'of flags is applied by the service', filter: { read: false, seen: true }, isHere: false },
      { rule: 'of a payload is applied by the service', filter: { payload: { order: 7 } }, isHere: false },
      { rule: 'of tags is applied by the browser', filter: { tags: ['social'] }, isHere: true },
      { rule: 'of feeds is applied by the browser', filter: { feeds: ['billing'] }, isHere: true },
      { rule: 'of a function is applied by the browser', filter: { where }, isHere: true },
    ],
    ({ filter, isHere }) => {
      expect(filtersInBrowser(filter)).toBe(isHere)
      const { read, seen, payload }: FeedFilter = filter
      expect(serverFilter(filter)).toEqual({ read, seen, payload })
    },
  )
})
