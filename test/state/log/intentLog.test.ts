import { describe, expect, it, vi } from 'vitest'
import { feedsOf, type Mark } from '../../../src/state/log/feedIntent.ts'
import type { Settled } from '../../../src/state/log/intent.ts'
import { createIntentLog, type IntentLog } from '../../../src/state/log/intentLog.ts'
import { type RestoredLog, restoreIntents } from '../../../src/state/log/restoreIntents.ts'
import { marksIn } from '../../../src/state/marks/markedFlags.ts'
import { eachRule } from '../eachRule.ts'
import { logWith, parseMark, settle } from '../marks/log.ts'

const pendingIds = (log: IntentLog) => log.getState().pending.map(({ id }) => id)
const settledTexts = (log: IntentLog) => {
  const { settledItems, settledAlls } = marksIn(log.getState())
  return [
    ...[...settledItems].map(([id, { intent, settledAt }]) => `${(intent as Mark).verb} ${id} at ${settledAt}`),
    ...settledAlls.map(
      ({ intent, settledAt }) =>
        `${intent.verb} all${feedsOf(intent) ? ` of ${feedsOf(intent)?.join()}` : ''} at ${settledAt}`,
    ),
  ]
}

/** The log of an earlier visit, from the texts of its marks. */
const restoredLog = (texts: string[]): RestoredLog => {
  const left = logWith(texts)
  const { settledItems, settledOthers } = left.getState()
  return { pending: left.getPending(), settledItems, settledOthers }
}

describe('a mark is contested', () => {
  interface Row {
    rule: string
    /** The marks that settled before. */
    before: string[]
    settles: string
    isContested: boolean
  }
  const rows: Row[] = [
    { rule: 'not if it is the only one', before: [], settles: 'read a, settled at 1020, by tab1', isContested: false },
    {
      rule: 'if another tab’s opposite mark on the message was in flight with it',
      before: ['unread a, sent at 1000, settled at 1020, by tab2'],
      settles: 'read a, sent at 1010, settled at 1030, by tab1',
      isContested: true,
    },
    {
      rule: 'not if both responses have the same flags: their order does not matter',
      before: ['read a, sent at 1000, settled at 1020, by tab2'],
      settles: 'read a, sent at 1010, settled at 1030, by tab1',
      isContested: false,
    },
    {
      rule: 'if both responses differ only in "seen"',
      before: ['unseen a, sent at 1000, settled at 1020, by tab2'],
      settles: 'seen a, sent at 1010, settled at 1030, by tab1',
      isContested: true,
    },
    {
      rule: 'if both responses differ only in "read"',
      before: ['seen a, sent at 1000, settled at 1020, by tab2'],
      settles: 'read a, sent at 1010, settled at 1030, by tab1',
      isContested: true,
    },
    {
      rule: 'not if the marks are on different messages',
      before: ['unread b, sent at 1000, settled at 1020, by tab2'],
      settles: 'read a, sent at 1010, settled at 1030, by tab1',
      isContested: false,
    },
    {
      rule: 'if one of several messages is contested',
      before: ['unread b, sent at 1000, settled at 1020, by tab2'],
      settles: 'read a b c, sent at 1010, settled at 1030, by tab1',
      isContested: true,
    },
    {
      rule: 'if another tab’s mark settled so shortly before that the clocks can’t show the order',
      before: ['unread a, sent at 1000, settled at 1020, by tab2'],
      settles: 'read a, sent at 1119, settled at 1130, by tab1',
      isContested: true,
    },
    {
      rule: 'not if another tab’s mark settled long before',
      before: ['unread a, sent at 1000, settled at 1020, by tab2'],
      settles: 'read a, sent at 1120, settled at 1130, by tab1',
      isContested: false,
    },
    {
      rule: 'if its response arrives after that to another tab’s later mark, within what the clocks can show',
      before: ['unread a, sent at 1119, settled at 1130, by tab2'],
      settles: 'read a, sent at 1000, settled at 1020, by tab1',
      isContested: true,
    },
    {
      rule: 'not if another tab’s mark was sent long after it settled',
      before: ['unread a, sent at 1120, settled at 1130, by tab2'],
      settles: 'read a, sent at 1000, settled at 1020, by tab1',
      isContested: false,
    },
    {
      rule: 'not by the same tab’s mark shortly before: one clock shows the order',
      before: ['unread a, sent at 1000, settled at 1020, by tab1'],
      settles: 'read a, sent at 1020, settled at 1030, by tab1',
      isContested: false,
    },
    {
      rule: 'by the same tab’s mark in flight with it, as when the browser page was about to close',
      before: ['unread a, sent at 1000, settled at 1020, by tab1'],
      settles: 'read a, sent at 1010, settled at 1030, by tab1',
      isContested: true,
    },
    {
      rule: 'if a mark-all was in flight with it, whatever it marks',
      before: ['read all, sent at 1000, settled at 1020, by tab2'],
      settles: 'read a, sent at 1010, settled at 1030, by tab1',
      isContested: true,
    },
    {
      rule: 'not if a mark-all settled long before',
      before: ['read all, sent at 1000, settled at 1020, by tab2'],
      settles: 'unread a, sent at 2000, settled at 2020, by tab1',
      isContested: false,
    },
    {
      rule: 'as a mark-all, if any mark was in flight with it',
      before: ['read a, sent at 1000, settled at 1020, by tab2'],
      settles: 'read all, sent at 1010, settled at 1030, by tab1',
      isContested: true,
    },
    {
      rule: 'as a mark-all, if another mark-all was in flight with it',
      before: ['seen all, sent at 1000, settled at 1020, by tab2'],
      settles: 'read all, sent at 1010, settled at 1030, by tab1',
      isContested: true,
    },
    {
      rule: 'not as a mark-all, if all others settled long before',
      before: ['read a, settled at 1020, by tab2', 'unread all, settled at 1030, by tab2'],
      settles: 'read all, sent at 2010, settled at 2030, by tab1',
      isContested: false,
    },
    {
      rule: 'always as a mark-all as unread, because services differ in whether it marks as seen',
      before: [],
      settles: 'unread all, settled at 1020, by tab1',
      isContested: true,
    },
  ]
  eachRule(rows, ({ before, settles, isContested }) => {
    expect(settle(logWith(before), settles)).toBe(isContested)
  })
})

describe('a change of preferences', () => {
  const saved = (sentAt: number, settledAt: number, isOn = true): Settled => ({
    intent: { id: 'p', kind: 'preferences', subject: 'preferences', isOn } as Settled['intent'],
    sentAt,
    settledAt,
  })

  it('is contested by another one that was in flight with it, and by no mark', () => {
    const log = logWith(['read a, sent at 1000, settled at 1020', 'read all, sent at 1000, settled at 1020'])
    expect(log.settle(new Set(), saved(1010, 1030))).toBe(false)
    expect(log.settle(new Set(), saved(1015, 1025, false))).toBe(true)
  })

  it('contests no mark', () => {
    const log = createIntentLog()
    log.settle(new Set(), saved(1000, 1060))
    expect(settle(log, 'read a, sent at 1010, settled at 1030')).toBe(false)
    expect(settle(log, 'read all, sent at 1040, settled at 1050')).toBe(false)
  })

  it('stays when marks are pruned: no page of the feed shows it', () => {
    const log = logWith(['read all, settled at 20'])
    log.settle(new Set(), saved(10, 20))
    log.prune(30)
    expect(log.getState().settledOthers).toEqual([saved(10, 20)])
  })
})

describe('a settled mark', () => {
  it('has the response before it, and no further one', () => {
    const log = logWith(['seen a, settled at 10', 'unseen a, settled at 20', 'read a, settled at 30'])
    const item = log.getState().settledItems.get('a')
    expect(item).toMatchObject({ read: true, seen: true, settledAt: 30 })
    expect(item?.earlier).toMatchObject({ read: false, seen: false, settledAt: 20, earlier: undefined })
    expect(logWith(['read a, settled at 30']).getState().settledItems.get('a')?.earlier).toBeUndefined()
  })

  it('is no longer pending', () => {
    const log = logWith(['read a, made at 5', 'read b, made at 6', 'read all, made at 7'])
    const span = { sentAt: 10, settledAt: 20 }
    const settleAs = (id: string, items?: Settled['items']) =>
      log.settle(new Set([id]), { intent: parseMark(id).mark, items, ...span })
    settleAs('read a, made at 5', [['a', { read: true, seen: true }]])
    expect(pendingIds(log)).toEqual(['read b, made at 6', 'read all, made at 7'])
    settleAs('read all, made at 7')
    expect(pendingIds(log)).toEqual(['read b, made at 6'])
  })

  it('of another tab leaves this tab’s pending ones', () => {
    const log = logWith(['read all'])
    log.settle(new Set(), { intent: parseMark('read all').mark, sentAt: 10, settledAt: 20 })
    expect(pendingIds(log)).toEqual(['read all'])
  })

  interface Row {
    rule: string
    marks: string[]
    settled: string[]
  }
  const rows: Row[] = [
    {
      rule: 'replaces an earlier one on the same message',
      marks: ['read a, settled at 20', 'unread a, settled at 30'],
      settled: ['unread a at 30'],
    },
    {
      rule: 'does not replace a later one: another tab’s response may arrive after it',
      marks: ['unread a, settled at 30', 'read a, settled at 20'],
      settled: ['unread a at 30'],
    },
    {
      rule: 'of all replaces an earlier one of the same verb and feeds',
      marks: ['read all, settled at 20', 'read all, settled at 30'],
      settled: ['read all at 30'],
    },
    {
      rule: 'of all does not replace a later one',
      marks: ['read all, settled at 30', 'read all, settled at 20'],
      settled: ['read all at 30'],
    },
    {
      rule: 'of all leaves those of another verb or of other feeds',
      marks: ['read all, settled at 20', 'read all of billing, settled at 30', 'seen all, settled at 40'],
      settled: ['read all at 20', 'read all of billing at 30', 'seen all at 40'],
    },
    {
      rule: 'of all is ordered by when it settled, not by when its response was broadcast',
      marks: ['seen all, settled at 40', 'read all, settled at 30'],
      settled: ['read all at 30', 'seen all at 40'],
    },
  ]
  eachRule(rows, ({ marks, settled }) => {
    expect(settledTexts(logWith(marks)).toSorted()).toEqual(settled.toSorted())
  })

  it('of all stays in the order in which it was done', () => {
    const log = logWith(['seen all, settled at 40', 'read all, settled at 30', 'unseen all, settled at 50'])
    expect(settledTexts(log)).toEqual(['read all at 30', 'seen all at 40', 'unseen all at 50'])
    const again = logWith(['read all, settled at 30', 'unread all, settled at 40', 'read all, settled at 50'])
    expect(settledTexts(again)).toEqual(['unread all at 40', 'read all at 50'])
  })
})

describe('a failed mark', () => {
  interface Row {
    rule: string
    marks: string[]
    pending: string[]
    failed: string[]
  }
  const rows: Row[] = [
    {
      rule: 'is no longer pending, and can be retried',
      marks: ['read a, failed', 'read b'],
      pending: ['read b'],
      failed: ['read a, failed'],
    },
    {
      rule: 'leaves those that were made before it',
      marks: ['read b', 'read a, failed'],
      pending: ['read b'],
      failed: ['read a, failed'],
    },
    {
      rule: 'is added to those that failed before',
      marks: ['read a, failed', 'read b, failed'],
      pending: [],
      failed: ['read a, failed', 'read b, failed'],
    },
    {
      rule: 'is dropped if it is quiet: the reader did nothing that they could repeat',
      marks: ['seen a, quiet, failed', 'read b, failed'],
      pending: [],
      failed: ['read b, failed'],
    },
  ]
  eachRule(rows, ({ marks, pending, failed }) => {
    const log = logWith(marks)
    expect(pendingIds(log)).toEqual(pending)
    expect(log.getState().failed.map(({ id }) => id)).toEqual(failed)
  })

  it('has its error, and nothing of its delivery', () => {
    const [failed] = logWith(['read a, made at 5, sent as k1, failed']).getState().failed
    expect(failed).toEqual({
      id: 'read a, made at 5, sent as k1, failed',
      kind: 'mark',
      subject: 'feed',
      verb: 'read',
      ids: ['a'],
      error: new Error('refused'),
    })
  })

  it('is dropped once the reader dismisses it', () => {
    const log = logWith(['read a, failed', 'read b, failed'])
    log.dismiss('read a, failed')
    expect(log.getState().failed.map(({ id }) => id)).toEqual(['read b, failed'])
  })
})

describe('a restored log', () => {
  interface Row {
    rule: string
    /** This tab's marks. */
    own: string[]
    restored: string[]
    pending: string[]
  }
  const rows: Row[] = [
    {
      rule: 'has its marks before those that were made later',
      own: ['read b, made at 20'],
      restored: ['read a, made at 10'],
      pending: ['read a, made at 10', 'read b, made at 20'],
    },
    {
      rule: 'has its marks between those of this tab, in the order in which they were made',
      own: ['read a, made at 10', 'read c, made at 30'],
      restored: ['read b, made at 20', 'read d, made at 40'],
      pending: ['read a, made at 10', 'read b, made at 20', 'read c, made at 30', 'read d, made at 40'],
    },
    {
      rule: 'has a mark without a time first',
      own: ['read b, made at 20'],
      restored: ['read a'],
      pending: ['read a', 'read b, made at 20'],
    },
    {
      rule: 'has its marks after a mark of this tab without a time',
      own: ['read b'],
      restored: ['read a, made at 10'],
      pending: ['read b', 'read a, made at 10'],
    },
    {
      rule: 'has its marks first if they were made at the same time',
      own: ['read b, made at 20'],
      restored: ['read a, made at 20'],
      pending: ['read a, made at 20', 'read b, made at 20'],
    },
  ]
  eachRule(rows, ({ own, restored, pending }) => {
    const log = logWith(own)
    restoreIntents(log, restoredLog(restored))
    expect(pendingIds(log)).toEqual(pending)
  })

  interface SettledRow {
    rule: string
    own: string[]
    restored: string[]
    settled: string[]
  }
  const settledRows: SettledRow[] = [
    {
      rule: 'adds what has settled',
      own: ['read a, settled at 20'],
      restored: ['read b, settled at 10', 'read all, settled at 15'],
      settled: ['read a at 20', 'read b at 10', 'read all at 15'],
    },
    {
      rule: 'replaces an earlier response about the same message',
      own: ['read a, settled at 20', 'read all, settled at 20'],
      restored: ['unread a, settled at 30', 'read all, settled at 30'],
      settled: ['unread a at 30', 'read all at 30'],
    },
    {
      rule: 'does not replace a later response about the same message',
      own: ['read a, settled at 20', 'read all, settled at 20'],
      restored: ['unread a, settled at 10', 'read all, settled at 10'],
      settled: ['read a at 20', 'read all at 20'],
    },
  ]
  eachRule(settledRows, ({ own, restored, settled }) => {
    const log = logWith(own)
    restoreIntents(log, restoredLog(restored))
    expect(settledTexts(log)).toEqual(settled)
  })

  it('is shown, but not sent before it is queued', () => {
    const log = createIntentLog()
    const { mark } = parseMark('read a, made at 10, sent as k1')
    restoreIntents(log, { pending: [mark], settledItems: new Map(), settledOthers: [] })
    expect(log.getPending()).toEqual([{ ...mark, status: 'restored' }])
    log.queue(new Set([mark.id]))
    expect(log.getPending()).toEqual([{ ...mark, status: 'queued' }])
  })

  it('is dropped if another tab sends its marks', () => {
    const log = logWith(['read b, made at 20'])
    restoreIntents(log, restoredLog(['read a, made at 10', 'read c, made at 30']))
    log.drop(new Set(['read a, made at 10', 'read c, made at 30']))
    expect(pendingIds(log)).toEqual(['read b, made at 20'])
  })

  it('stays as it was, and renders nothing, if another tab sends none of its marks', () => {
    const log = logWith(['read a'])
    const before = log.getState()
    log.drop(new Set())
    expect(log.getState()).toBe(before)
  })

  it('has a mark without a key if it was never sent', () => {
    const log = createIntentLog()
    restoreIntents(log, restoredLog(['read a']))
    expect(log.getPending()[0]?.sentAs).toBeUndefined()
  })
})

describe('the delivery of a mark', () => {
  it('goes from queued to paused and sending, and preserves its key in the queue', () => {
    const log = logWith(['read a'])
    const ids = new Set(['read a'])
    const delivery = () => log.getPending().map(({ status, sentAs }) => ({ status, sentAs }))
    expect(delivery()).toEqual([{ status: 'queued', sentAs: undefined }])
    log.pause(ids)
    expect(delivery()).toEqual([{ status: 'paused', sentAs: undefined }])
    log.send(ids, 'k1')
    expect(delivery()).toEqual([{ status: 'sending', sentAs: 'k1' }])
    log.pause(ids)
    expect(delivery()).toEqual([{ status: 'paused', sentAs: 'k1' }])
    log.queue(ids)
    expect(delivery()).toEqual([{ status: 'queued', sentAs: 'k1' }])
  })

  it('notifies the listeners, and leaves the state as it was, because it changes nothing on screen', () => {
    const log = logWith(['read a'])
    const before = log.getState()
    const listener = vi.fn<() => void>()
    log.subscribe(listener)
    log.send(new Set(['read a']), 'k1')
    expect(listener).toHaveBeenCalledOnce()
    expect(log.getState()).toBe(before)
  })

  it('ends with its mark: the next one of this id has no key', () => {
    const log = logWith(['read a, sent as k1'])
    const { mark } = parseMark('read a, sent as k1')
    log.drop(new Set([mark.id]))
    const { sentAs: _sentAs, ...again } = mark
    log.add(again)
    expect(log.getPending()).toEqual([{ ...again, status: 'queued' }])
  })
})

describe('a settled mark is pruned', () => {
  interface Row {
    rule: string
    marks: string[]
    /** When the oldest cached page was requested. */
    oldestPage: number
    left: string[]
  }
  const rows: Row[] = [
    {
      rule: 'if every page was requested after it',
      marks: ['read a, settled at 20', 'read all, settled at 25'],
      oldestPage: 30,
      left: [],
    },
    {
      rule: 'if the oldest page was requested at its time',
      marks: ['read a, settled at 20', 'read all, settled at 20'],
      oldestPage: 20,
      left: [],
    },
    {
      rule: 'not while a page is older',
      marks: ['read a, settled at 20', 'read all, settled at 25'],
      oldestPage: 15,
      left: ['read a at 20', 'read all at 25'],
    },
    {
      rule: 'by itself: later ones stay',
      marks: ['read a, settled at 20', 'read b, settled at 40', 'read all, settled at 25', 'seen all, settled at 45'],
      oldestPage: 30,
      left: ['read b at 40', 'seen all at 45'],
    },
    {
      rule: 'also if no mark-all is',
      marks: ['read a, settled at 20', 'read all, settled at 25'],
      oldestPage: 22,
      left: ['read all at 25'],
    },
    {
      rule: 'as a mark-all, also if no other is',
      marks: ['read all, settled at 20', 'read a, settled at 25'],
      oldestPage: 22,
      left: ['read a at 25'],
    },
  ]
  eachRule(rows, ({ marks, oldestPage, left }) => {
    const log = logWith(marks)
    log.prune(oldestPage)
    expect(settledTexts(log)).toEqual(left)
  })

  it('and leaves the same state if there is none', () => {
    const log = logWith(['read a, settled at 20', 'read b'])
    const before = log.getState()
    log.prune(15)
    expect(log.getState()).toBe(before)
  })
})
