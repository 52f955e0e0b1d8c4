import { describe, expect, it } from 'vitest'
import { applyMarks, isTouchedSince } from '../../../src/state/marks/applyMarks.ts'
import { flagsAt, flagsOf, markedSince } from '../../../src/state/marks/markedFlags.ts'
import { eachRule } from '../eachRule.ts'
import { describeAll, notifications, stamped } from '../pages/page.ts'
import { logWith, marks, parseMark } from './log.ts'

interface Row {
  rule: string
  /** The notification, on a page that was requested at 10. Default: unread and unseen. */
  notification?: string
  marks: string[]
  /** The same notification as it is shown. */
  shown: string
}

const test = (rows: Row[]) =>
  eachRule(rows, ({ notification = 'a', shown, ...row }) => {
    expect(describeAll(applyMarks(stamped(notification), marks(...row.marks)))).toBe(shown)
  })

describe('a pending mark', () => {
  test([
    { rule: 'as read shows as read, and as seen', marks: ['read a'], shown: 'a.read' },
    { rule: 'as seen leaves it unread', marks: ['seen a'], shown: 'a.seen' },
    { rule: 'as unread leaves it seen', notification: 'a.read', marks: ['unread a'], shown: 'a.seen' },
    { rule: 'as unseen shows as unseen', notification: 'a.seen', marks: ['unseen a'], shown: 'a' },
    { rule: 'changes no other notification', marks: ['read b'], shown: 'a' },
    { rule: 'on several messages changes each', marks: ['read b a c'], shown: 'a.read' },
    { rule: 'is followed by a later one', marks: ['read a', 'unread a'], shown: 'a.seen' },
    { rule: 'is followed by a later mark-all', marks: ['unread a', 'read all'], shown: 'a.read' },
    { rule: 'follows an earlier mark-all', marks: ['read all', 'unread a'], shown: 'a.seen' },
    {
      rule: 'is applied between two mark-alls, in the order in which they were made',
      marks: ['unread all', 'read a', 'unread all'],
      shown: 'a.seen',
    },
    {
      rule: 'is applied after two mark-alls, in the order in which they were made',
      marks: ['read all', 'seen all', 'unread a', 'unseen a'],
      shown: 'a',
    },
  ])
})

describe('a pending archive, snooze or deletion', () => {
  test([
    { rule: 'archives, reads and sees', marks: ['archive a'], shown: 'a.read.archived' },
    { rule: 'is undone by its inverse, which leaves the flags', marks: ['archive a', 'unarchive a'], shown: 'a.read' },
    { rule: 'snoozes, and leaves the flags', marks: ['snooze a'], shown: 'a.snoozed' },
    { rule: 'ends a snooze', marks: ['snooze a', 'unsnooze a'], shown: 'a' },
    { rule: 'ends a snooze by an archive', marks: ['snooze a', 'archive a'], shown: 'a.read.archived' },
    { rule: 'takes a snoozed one out of the archive', marks: ['archive a', 'snooze a'], shown: 'a.read.snoozed' },
    { rule: 'deletes', marks: ['delete a'], shown: 'a.deleted' },
    { rule: 'changes no other notification', marks: ['archive b', 'delete c'], shown: 'a' },
    {
      rule: 'is ended by “unread”: an unread one is never archived',
      marks: ['archive a', 'unread a'],
      shown: 'a.seen',
    },
    {
      rule: 'of all read ones archives a read one',
      notification: 'a.read',
      marks: ['archiveRead all'],
      shown: 'a.read.archived',
    },
    { rule: 'of all read ones leaves an unread one', marks: ['archiveRead all'], shown: 'a' },
    {
      rule: 'of all read ones leaves a snoozed one',
      notification: 'a.read',
      marks: ['snooze a', 'archiveRead all'],
      shown: 'a.read.snoozed',
    },
    { rule: 'is not ended by a mark-all as unread', marks: ['archive a', 'unread all'], shown: 'a.read.archived' },
    { rule: 'keeps a snoozed one from a mark-all', marks: ['snooze a', 'read all'], shown: 'a.snoozed' },
  ])
})

describe('a settled archive, snooze or deletion', () => {
  test([
    {
      rule: 'applies to a page that was requested earlier',
      marks: ['archive a, settled at 20'],
      shown: 'a.read.archived',
    },
    { rule: 'does not apply to a later page', marks: ['archive a, settled at 5'], shown: 'a' },
    {
      rule: 'stays after a mark that says nothing about the place',
      marks: ['snooze a, settled at 20', 'read a, settled at 30'],
      shown: 'a.read.snoozed',
    },
    {
      rule: 'ends with a settled “unread”',
      marks: ['archive a, settled at 20', 'unread a, settled at 30'],
      shown: 'a.seen',
    },
    {
      rule: 'gives way to a later page, whatever was marked since',
      marks: ['archive a, settled at 5', 'seen a, settled at 20'],
      shown: 'a.read',
    },
    {
      rule: 'of all read ones applies to an earlier page',
      notification: 'a.read',
      marks: ['archiveRead all, settled at 20'],
      shown: 'a.read.archived',
    },
  ])
})

describe('a mark-all', () => {
  test([
    { rule: 'concerns every notification while it is pending', marks: ['read all'], shown: 'a.read' },
    { rule: 'concerns every notification after it settled', marks: ['read all, settled at 20'], shown: 'a.read' },
    {
      rule: 'of feeds concerns a notification of one of them',
      notification: 'a#billing',
      marks: ['read all of activity billing'],
      shown: 'a.read',
    },
    {
      rule: 'of feeds concerns no other notification',
      notification: 'a#billing',
      marks: ['read all of activity'],
      shown: 'a',
    },
    {
      rule: 'of feeds concerns no other notification after it settled',
      notification: 'a#billing',
      marks: ['read all of activity, settled at 20', 'seen all of billing, settled at 20'],
      shown: 'a.seen',
    },
  ])

  it('of feeds concerns no notification without a feed', () => {
    const [{ notification, requestedAt }] = stamped('a') as [ReturnType<typeof stamped>[number]]
    const log = marks('read all of activity', 'read all of activity, settled at 20')
    for (const _feedId of [null, undefined])
      expect(flagsOf({ notification: { ...notification, _feedId }, requestedAt }, log).read).toBe(false)
  })
})

describe('a settled mark', () => {
  test([
    { rule: 'applies to a page that was requested before', marks: ['read a, settled at 20'], shown: 'a.read' },
    { rule: 'is in a page that was requested after', marks: ['read a, settled at 5'], shown: 'a' },
    { rule: 'is in a page that was requested at the same time', marks: ['read a, settled at 10'], shown: 'a' },
    { rule: 'of all is in a page that was requested after', marks: ['read all, settled at 5'], shown: 'a' },
    { rule: 'of all is in a page that was requested at the same time', marks: ['read all, settled at 10'], shown: 'a' },
    {
      rule: 'is followed by a mark-all that settled later',
      marks: ['read a, settled at 20', 'unread all, settled at 30'],
      shown: 'a.seen',
    },
    {
      rule: 'follows a mark-all that settled earlier: its response includes it',
      marks: ['read all, settled at 20', 'unread a, settled at 30'],
      shown: 'a',
    },
    {
      rule: 'is followed by each mark-all in the order in which they settled',
      marks: ['read all, settled at 20', 'unread all, settled at 30', 'unseen all, settled at 40'],
      shown: 'a',
    },
    {
      rule: 'is followed by a pending one',
      marks: ['unread a', 'read a, settled at 20'],
      shown: 'a.seen',
    },
  ])

  it('shows the flags of the service’s response, not the predicted ones', () => {
    const log = logWith(['read a'])
    const span = { sentAt: 20, settledAt: 20 }
    log.settle(new Set(['read a']), {
      intent: parseMark('read a').mark,
      items: [['a', { read: true, seen: false }]],
      ...span,
    })
    expect(flagsOf(stamped('a')[0]!, log.getState())).toMatchObject({ read: true, seen: false })
  })

  it('that was made on an earlier delivery changes that one alone', () => {
    const log = logWith([])
    const item = stamped('a')[0]!
    const at = (createdAt: string) => ({ ...item, notification: { ...item.notification, createdAt } })
    const settle = (settledAt: number, madeOn: string, read: boolean) =>
      log.settle(new Set(), {
        intent: { ...parseMark('read a').mark, madeOn: { a: madeOn } },
        items: [['a', { read, seen: true }]],
        sentAt: settledAt,
        settledAt,
      })
    settle(20, '2026-01-02', false)
    settle(30, '2026-01-01', true)
    expect(flagsOf(at('2026-01-01'), log.getState())).toMatchObject({ read: true, seen: true })
    expect(flagsOf(at('2026-01-02'), log.getState())).toMatchObject({ read: false, seen: true })
    expect(flagsOf(at('2026-01-03'), log.getState())).toMatchObject({ read: false, seen: false })
  })
})

describe('a mark-all that knew what was delivered until a time', () => {
  const item = stamped('a')[0]!
  const at = (createdAt: string) => ({ ...item, notification: { ...item.notification, createdAt } })
  const made = (until: string) => ({ ...parseMark('read all').mark, until })

  it('changes no later one, pending or settled', () => {
    const log = logWith([])
    log.add(made('2026-01-02'))
    const isRead = (createdAt: string) => flagsOf(at(createdAt), log.getState()).read
    expect(['2026-01-02', '2026-01-03'].map(isRead)).toEqual([true, false])
    log.settle(new Set(['read all']), { intent: made('2026-01-02'), sentAt: 20, settledAt: 20 })
    expect(['2026-01-02', '2026-01-03'].map(isRead)).toEqual([true, false])
  })

  it('changes what it knew, also after one that knew less', () => {
    for (const order of [
      ['2026-01-01', '2026-01-02'],
      ['2026-01-02', '2026-01-01'],
    ]) {
      const log = logWith([])
      order.forEach((until, index) =>
        log.settle(new Set(), { intent: made(until), sentAt: 20 + index, settledAt: 20 + index }),
      )
      expect(flagsOf(at('2026-01-02'), log.getState()).read).toBe(true)
      expect(flagsOf(at('2026-01-03'), log.getState()).read).toBe(false)
    }
  })
})

describe('a failed mark', () => {
  test([
    { rule: 'changes nothing', marks: ['read a, failed'], shown: 'a' },
    { rule: 'leaves the marks around it', marks: ['seen a', 'read a, failed'], shown: 'a.seen' },
  ])
})

describe('the flags at a time', () => {
  interface AtRow {
    rule: string
    marks: string[]
    moment: number
    flags: string
  }
  const rows: AtRow[] = [
    { rule: 'include a mark that had settled', marks: ['read a, settled at 20'], moment: 20, flags: 'a.read' },
    { rule: 'are without a mark that settled later', marks: ['read a, settled at 20'], moment: 19, flags: 'a' },
    { rule: 'include a mark-all that had settled', marks: ['read all, settled at 20'], moment: 20, flags: 'a.read' },
    { rule: 'are without a mark-all that settled later', marks: ['read all, settled at 20'], moment: 19, flags: 'a' },
    {
      rule: 'are without the mark-all that settled after a mark on the message',
      marks: ['seen a, settled at 20', 'read all, settled at 30'],
      moment: 25,
      flags: 'a.seen',
    },
    { rule: 'are without a pending mark', marks: ['read a', 'read all'], moment: 99, flags: 'a' },
  ]
  eachRule(rows, ({ marks: texts, moment, flags }) => {
    const item = stamped('a')[0]!
    expect(describeAll([{ ...item.notification, ...flagsAt(item, marks(...texts), moment) }])).toBe(flags)
  })
})

describe('a notification is touched since a page was requested at 10', () => {
  eachRule(
    [
      { rule: 'not without marks', marks: [], isTouched: false },
      { rule: 'by a pending mark', marks: ['read b a'], isTouched: true },
      { rule: 'by a pending mark-all', marks: ['read all'], isTouched: true },
      { rule: 'by a mark that settled later', marks: ['read a, settled at 20'], isTouched: true },
      { rule: 'by a mark-all that settled later', marks: ['read all, settled at 20'], isTouched: true },
      { rule: 'not by a mark that settled before', marks: ['read a, settled at 5'], isTouched: false },
      { rule: 'not by a mark-all that settled before', marks: ['read all, settled at 5'], isTouched: false },
      { rule: 'not by marks on others', marks: ['read b', 'read c, settled at 20'], isTouched: false },
    ],
    ({ marks: texts, isTouched }) => {
      expect(isTouchedSince(notifications('a')[0]!, marks(...texts), 10)).toBe(isTouched)
    },
  )
})

describe('the marked messages since 10', () => {
  eachRule(
    [
      { rule: 'are those of pending marks', marks: ['read a b', 'seen b c'], ids: 'a b c' },
      { rule: 'are those of marks that settled later', marks: ['read a, settled at 20'], ids: 'a' },
      { rule: 'are not those of marks that settled before', marks: ['read a, settled at 10'], ids: '' },
      {
        rule: 'are not those of a mark-all, which names none',
        marks: ['read all', 'seen all, settled at 20'],
        ids: '',
      },
      { rule: 'are not those of failed marks', marks: ['read a, failed'], ids: '' },
    ],
    ({ marks: texts, ids }) => {
      expect([...markedSince(marks(...texts), 10).keys()].join(' ')).toBe(ids)
    },
  )
})

describe('a notification is the same object as before', () => {
  it('if no mark changes it', () => {
    const items = stamped('c b a')
    const [first, second] = applyMarks(items, marks('read b'))
    expect(first).toBe(items[0]?.notification)
    expect(second).not.toBe(items[1]?.notification)
  })

  it('if a mark repeats the flags that it has', () => {
    const items = stamped('a.read')
    expect(applyMarks(items, marks('read a'))[0]).toBe(items[0]?.notification)
  })

  it('if other marks change it in the same way', () => {
    const items = stamped('a')
    expect(applyMarks(items, marks('read all', 'seen a'))[0]).toBe(applyMarks(items, marks('read a'))[0])
  })

  it('but another one for each of its four states', () => {
    const items = stamped('a.read')
    const states = [[], ['unread a'], ['unseen a'], ['unread a', 'unseen a']].map(
      (texts) => applyMarks(items, marks(...texts))[0],
    )
    expect(states.map((one) => [one?.read, one?.seen])).toEqual([
      [true, true],
      [false, true],
      [true, false],
      [false, false],
    ])
  })
})
