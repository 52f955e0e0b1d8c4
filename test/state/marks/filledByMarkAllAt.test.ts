import { describe, expect } from 'vitest'
import { filledByMarkAllAt } from '../../../src/state/marks/filledByMarkAllAt.ts'
import type { ServerFilter } from '../../../src/state/model/feedFilter.ts'
import { eachRule } from '../eachRule.ts'
import { marks } from './log.ts'

interface Row {
  rule: string
  filter: ServerFilter
  marks: string[]
  /** When it settled. 0: there is none. */
  at: number
}

describe('the last mark-all that can bring notifications into a filter', () => {
  const rows: Row[] = [
    { rule: 'is none without marks', filter: { read: false }, marks: [], at: 0 },
    { rule: 'is one as unread, for unread', filter: { read: false }, marks: ['unread all, settled at 20'], at: 20 },
    { rule: 'is one as read, for read', filter: { read: true }, marks: ['read all, settled at 20'], at: 20 },
    {
      rule: 'is one as read, for seen: it marks as seen too',
      filter: { seen: true },
      marks: ['read all, settled at 20'],
      at: 20,
    },
    { rule: 'is one as unseen, for unseen', filter: { seen: false }, marks: ['unseen all, settled at 20'], at: 20 },
    { rule: 'is one of some feeds', filter: { read: true }, marks: ['read all of billing, settled at 20'], at: 20 },
    { rule: 'is none that only takes out', filter: { read: false }, marks: ['read all, settled at 20'], at: 0 },
    {
      rule: 'is none that changes the other flag',
      filter: { read: false },
      marks: ['unseen all, settled at 20', 'seen all, settled at 30'],
      at: 0,
    },
    {
      rule: 'is none for all: each notification is in that list',
      filter: {},
      marks: ['unread all, settled at 20'],
      at: 0,
    },
    { rule: 'is no mark on messages', filter: { read: false }, marks: ['unread a, settled at 20'], at: 0 },
    { rule: 'is no pending one', filter: { read: false }, marks: ['unread all'], at: 0 },
    {
      rule: 'is the last of several, and not a later one that only takes out',
      filter: { seen: true },
      marks: ['seen all, settled at 20', 'read all, settled at 30', 'unseen all, settled at 40'],
      at: 30,
    },
  ]
  eachRule(rows, ({ filter, marks: texts, at }) => {
    expect(filledByMarkAllAt(marks(...texts), filter)).toBe(at)
  })
})
