import { describe, expect, it } from 'vitest'
import { applyMarks } from '../../../src/state/marks/applyMarks.ts'
import { countAfterMarks } from '../../../src/state/marks/countAfterMarks.ts'
import { createMarkLog } from '../../../src/state/marks/markLog.ts'
import type { Mark } from '../../../src/state/model/mark.ts'
import type { StampedPage } from '../../../src/state/model/stampedPage.ts'
import { makeNotification, makeNotifications } from '../../../src/testing/index.ts'

const on = (id: string, verb: Mark['verb'], ...ids: string[]): Mark => ({ id, verb, target: { kind: 'messages', ids } })
const onAll = (id: string, verb: Mark['verb'], feeds?: string[]): Mark => ({ id, verb, target: { kind: 'all', feeds } })
const at = (moment: number) => ({ sentAt: moment, settledAt: moment })
const only = (id: string) => new Set([id])

/** What one unread, unseen notification looks like, on a page that was asked for at 10. */
const shown = (log: ReturnType<typeof createMarkLog>, requestedAt = 10) => {
  const [notification] = applyMarks([{ notification: makeNotification(0), requestedAt }], log.getState())
  return { read: notification?.read, seen: notification?.seen }
}

describe('applyMarks', () => {
  it.each([
    ['read', { read: true, seen: true }],
    ['seen', { read: false, seen: true }],
    ['unread', { read: false, seen: false }],
    ['unseen', { read: false, seen: false }],
  ] as const)('shows "%s" while it is on its way', (verb, flags) => {
    const log = createMarkLog()
    log.add(on('1', verb, 'n0'))
    expect(shown(log)).toEqual(flags)
  })

  it('applies marks in the order in which they were made, mark-alls among them', () => {
    const log = createMarkLog()
    for (const mark of [on('1', 'read', 'n0'), onAll('2', 'unread'), on('3', 'unseen', 'n0')]) log.add(mark)
    expect(shown(log)).toEqual({ read: false, seen: false })
    log.add(onAll('4', 'read'))
    expect(shown(log)).toEqual({ read: true, seen: true })
  })

  it('applies a settled mark to pages that were asked for before it, and to no other', () => {
    const log = createMarkLog()
    log.add(on('1', 'read', 'n0'))
    log.settleMessages(only('1'), 'read', new Map([['n0', { read: true, seen: false }]]), at(20))
    expect(shown(log, 10)).toEqual({ read: true, seen: false })
    expect(shown(log, 30)).toEqual({ read: false, seen: false })
  })

  it('lets a later answer about one message override an earlier mark-all, and the other way round', () => {
    const log = createMarkLog()
    log.add(onAll('1', 'read'))
    log.settleAll('1', { verb: 'read', feeds: undefined }, at(20))
    log.settleMessages(new Set(), 'unread', new Map([['n0', { read: false, seen: true }]]), at(30))
    expect(shown(log)).toEqual({ read: false, seen: true })
    log.settleAll(undefined, { verb: 'read', feeds: undefined }, at(40))
    expect(shown(log)).toEqual({ read: true, seen: true })
  })

  it('does nothing for a failed mark, and leaves its neighbours alone', () => {
    const log = createMarkLog()
    for (const mark of [on('1', 'seen', 'n0'), on('2', 'read', 'n0')]) log.add(mark)
    log.fail(only('2'), new Error('refused'))
    expect(shown(log)).toEqual({ read: false, seen: true })
  })

  it('limits a mark-all to its feeds', () => {
    const log = createMarkLog()
    log.add(onAll('1', 'read', ['billing']))
    expect(shown(log)).toEqual({ read: false, seen: false })
    log.add(onAll('2', 'read', ['billing', 'activity']))
    expect(shown(log)).toEqual({ read: true, seen: true })
  })

  it('gives the same object for the same change, and the original for none', () => {
    const log = createMarkLog()
    const stamped = makeNotifications(3).map((notification) => ({ notification, requestedAt: 10 }))
    log.add(on('1', 'read', 'n1'))
    const before = applyMarks(stamped, log.getState())
    log.add(on('2', 'read', 'n0'))
    const after = applyMarks(stamped, log.getState())
    expect(after[0]).toBe(stamped[0]?.notification)
    expect(after[1]).toBe(before[1])
    expect(after[2]).not.toBe(before[2])
  })

  it('forgets settled marks once every page was asked for after them', () => {
    const log = createMarkLog()
    log.settleMessages(new Set(), 'read', new Map([['n0', { read: true, seen: true }]]), at(20))
    log.settleAll(undefined, { verb: 'seen', feeds: undefined }, at(25))
    log.prune(15)
    expect(log.getState().settledItems.size).toBe(1)
    log.prune(30)
    expect(log.getState()).toMatchObject({ settledItems: new Map(), settledAlls: [] })
  })
})

describe('countAfterMarks', () => {
  const page = (fields: Partial<StampedPage>): StampedPage => ({
    data: makeNotifications(3),
    hasMore: false,
    page: 0,
    pageSize: 3,
    totalCount: 3,
    unreadable: [],
    requestedAt: 10,
    limit: 100,
    ...fields,
  })
  const log = createMarkLog().getState()

  it.each([
    ['all on one page', page({}), { count: 3, hasMore: false }],
    ['a true total', page({ totalCount: 250, hasMore: true }), { count: 250, hasMore: false }],
    ['a total clamped to the page', page({ totalCount: 3, hasMore: true }), { count: 3, hasMore: true }],
    ['no total', page({ totalCount: undefined, hasMore: true }), { count: 3, hasMore: true }],
    ['nothing', page({ data: [], totalCount: 0 }), { count: 0, hasMore: false }],
  ])('counts %s', (_name, answer, count) => {
    expect(countAfterMarks(answer, log, { read: false }, new Map())).toEqual(count)
  })

  it('is empty after a mark-all that concerns all of it, whatever the page does not hold', () => {
    const marked = createMarkLog()
    marked.add(onAll('1', 'read'))
    const answer = page({ totalCount: 250, hasMore: true })
    expect(countAfterMarks(answer, marked.getState(), { seen: false }, new Map())).toEqual({ count: 0, hasMore: false })
  })
})
