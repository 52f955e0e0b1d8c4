import { describe, expect } from 'vitest'
import { dropSuperseded } from '../../../src/state/intents/dropSuperseded.ts'
import type { FeedIntent } from '../../../src/state/log/feedIntent.ts'
import { eachRule } from '../eachRule.ts'
import { logWith, parseMark } from '../marks/log.ts'

interface Row {
  rule: string
  /** The restored mark. */
  mark: string
  /** The marks of this tab: pending ones, and settled ones of any tab. */
  marks: string[]
  /** The messages of the restored mark that are left, or `all`. Undefined: nothing is left. */
  left: string | undefined
}

const describeTarget = ({ ids }: FeedIntent) => ids?.join(' ') ?? 'all'

const test = (rows: Row[]) =>
  eachRule(rows, ({ mark, marks, left }) => {
    const log = logWith(marks)
    const dropped = dropSuperseded(parseMark(mark).mark, log.getPending(), log.getState())
    expect(dropped && describeTarget(dropped)).toBe(left)
  })

describe('a restored mark is sent whole', () => {
  test([
    { rule: 'if there is no other', mark: 'read a b, made at 10', marks: [], left: 'a b' },
    {
      rule: 'if it was sent, because the service may have done it',
      mark: 'read a, made at 10, sent as k1',
      marks: ['unread a, settled at 20', 'unread all, settled at 30'],
      left: 'a',
    },
    {
      rule: 'if nobody knows when it was made',
      mark: 'read a',
      marks: ['unread a, settled at 20', 'unread all, settled at 30'],
      left: 'a',
    },
    { rule: 'if a later mark repeats it', mark: 'read a, made at 10', marks: ['read a, settled at 20'], left: 'a' },
    {
      rule: 'if a later mark in flight repeats it',
      mark: 'read a, made at 10',
      marks: ['read a, made at 20, sent as k1', 'read all, made at 30, sent as k2'],
      left: 'a',
    },
    {
      rule: 'if a later mark changes the other flag',
      mark: 'read a, made at 10',
      marks: ['unseen a, settled at 20', 'unseen all, settled at 30'],
      left: 'a',
    },
    {
      rule: 'if the opposite mark was made later, but is still in the queue: it is sent after the restored one',
      mark: 'read a, made at 10',
      marks: ['unread a, made at 20', 'unread all, made at 30'],
      left: 'a',
    },
    {
      rule: 'if the opposite mark was sent before it was made',
      mark: 'read a, made at 10',
      marks: ['unread a, sent at 9, settled at 20', 'unread all, sent at 9, settled at 20'],
      left: 'a',
    },
    {
      rule: 'if the opposite mark in flight was made before it',
      mark: 'read a, made at 10',
      marks: ['unread a, made at 9, sent as k1', 'unread all, made at 9, sent as k2'],
      left: 'a',
    },
    {
      rule: 'if nobody knows when the opposite mark in flight was made',
      mark: 'read a, made at 10',
      marks: ['unread a, sent as k1'],
      left: 'a',
    },
    {
      rule: 'if the opposite mark-all is only about some feeds',
      mark: 'read a, made at 10',
      marks: ['unread all of billing, settled at 20', 'unread all of billing, made at 20, sent as k1'],
      left: 'a',
    },
  ])
})

describe('a restored mark loses', () => {
  test([
    {
      rule: 'the messages of an opposite mark that was sent later',
      mark: 'read a b c, made at 10',
      marks: ['unread b, sent at 15, settled at 20'],
      left: 'a c',
    },
    {
      rule: 'the messages of an opposite mark that was made later and is in flight',
      mark: 'read a b c, made at 10',
      marks: ['unread c, made at 15, sent as k1'],
      left: 'a b',
    },
    {
      rule: 'all of its messages, one by one',
      mark: 'read a b, made at 10',
      marks: ['unread a, settled at 20', 'unread b, made at 15, sent as k1'],
      left: undefined,
    },
    {
      rule: 'all of its messages to an opposite mark-all that was sent later',
      mark: 'read a, made at 10',
      marks: ['unread all, sent at 15, settled at 20'],
      left: undefined,
    },
    {
      rule: 'all of its messages to an opposite mark-all that was made later and is in flight',
      mark: 'read a, made at 10',
      marks: ['unread all, made at 15, sent as k1'],
      left: undefined,
    },
    {
      rule: 'its message in each of the four directions: unread',
      mark: 'unread a, made at 10',
      marks: ['read a, settled at 20'],
      left: undefined,
    },
    {
      rule: 'its message in each of the four directions: seen',
      mark: 'seen a, made at 10',
      marks: ['unseen a, settled at 20'],
      left: undefined,
    },
    {
      rule: 'its message in each of the four directions: unseen',
      mark: 'unseen a, made at 10',
      marks: ['seen a, settled at 20'],
      left: undefined,
    },
  ])
})

describe('a restored mark-all', () => {
  test([
    {
      rule: 'is dropped after an opposite one that was sent later',
      mark: 'read all, made at 10',
      marks: ['unread all, settled at 20'],
      left: undefined,
    },
    {
      rule: 'stays after opposite marks on single messages: it is about all others too',
      mark: 'read all, made at 10',
      marks: ['unread a, settled at 20', 'unread b, made at 15, sent as k1'],
      left: 'all',
    },
  ])
})

describe('what puts a message aside', () => {
  /** Each restored intent, with what takes it back if it was sent later, and what does not. */
  const rows: Record<string, { loses: string[]; stays: string[] }> = {
    archive: { loses: ['unarchive', 'snooze', 'unread', 'unseen'], stays: ['archive', 'unsnooze', 'read', 'delete'] },
    unarchive: { loses: ['archive'], stays: ['unarchive', 'snooze', 'unsnooze', 'read', 'unread'] },
    snooze: { loses: ['snooze', 'unsnooze', 'archive'], stays: ['unarchive', 'read', 'unread', 'archiveRead'] },
    unsnooze: { loses: ['snooze'], stays: ['unsnooze', 'archive', 'unarchive', 'read'] },
    read: { loses: ['unread'], stays: ['archive', 'snooze', 'unsnooze', 'delete'] },
    unread: { loses: ['read', 'archive'], stays: ['unarchive', 'snooze', 'delete', 'archiveRead'] },
  }
  const target = (verb: string) => (verb === 'archiveRead' ? 'all' : 'a')
  test(
    Object.entries(rows).flatMap(([verb, { loses, stays }]) =>
      [...loses, ...stays].map((later) => ({
        rule: `${loses.includes(later) ? 'loses' : 'stays'}: ${verb}, and ${later} later`,
        mark: `${verb} a, made at 10`,
        marks: [`${later} ${target(later)}, sent at 15, settled at 20`],
        left: loses.includes(later) ? undefined : 'a',
      })),
    ),
  )
})
