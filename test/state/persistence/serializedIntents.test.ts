import { describe, expect, it } from 'vitest'
import type { MarkAll } from '../../../src/state/log/feedIntent.ts'
import type { IntentLog } from '../../../src/state/log/intentLog.ts'
import { applyMarks } from '../../../src/state/marks/applyMarks.ts'
import { deserializeLog, readLog, serializeLog } from '../../../src/state/persistence/serializedIntents.ts'
import { eachRule } from '../eachRule.ts'
import { logWith, parseMark } from '../marks/log.ts'
import { describeAll, stamped } from '../pages/page.ts'

const serialize = (log: IntentLog) => serializeLog(log.getPending(), log.getState())

/** What another visit restores after a log went through a storage. */
const restore = (log: IntentLog) => {
  const stored = readLog(JSON.parse(JSON.stringify(serialize(log))))
  return stored && deserializeLog(stored)
}

describe('a pending mark comes back from storage', () => {
  eachRule(
    [
      { rule: 'on messages', mark: 'read b a' },
      { rule: 'on all', mark: 'unread all' },
      { rule: 'on all of some feeds', mark: 'seen all of billing activity' },
      { rule: 'with its time', mark: 'unseen a, made at 10' },
      { rule: 'with the key that it was sent under', mark: 'read a, made at 10, sent as k1' },
      { rule: 'as quiet', mark: 'seen a, quiet' },
      { rule: 'that snoozes, with its end', mark: 'snooze b a' },
      { rule: 'that deletes', mark: 'delete a' },
      { rule: 'that archives all read ones', mark: 'archiveRead all' },
    ],
    ({ mark }) => {
      expect(restore(logWith([mark]))?.pending).toEqual([parseMark(mark).mark])
    },
  )

  it('in the order in which it was made', () => {
    const texts = ['read a', 'unread a', 'read all', 'unseen a']
    expect(restore(logWith(texts))?.pending.map(({ id }) => id)).toEqual(texts)
  })
})

describe('a settled mark comes back from storage', () => {
  it('as the flags of each message, sent and settled at once: no mark of this visit was in flight with it', () => {
    const log = logWith(['read a, sent at 15, settled at 20, by tab1', 'seen b, settled at 30'])
    expect(restore(log)?.settledItems).toEqual(
      new Map([
        ['a', { read: true, seen: true, sentAt: 20, settledAt: 20 }],
        ['b', { read: false, seen: true, sentAt: 30, settledAt: 30 }],
      ]),
    )
  })

  it('as where each message is, which a page of an earlier visit does not show', () => {
    const log = restore(logWith(['archive a, settled at 20', 'read a, settled at 30', 'snooze b, settled at 20']))
    const { settledItems = new Map(), settledOthers = [] } = log ?? {}
    const restored = { pending: [], failed: [], settledItems, settledOthers }
    expect(describeAll(applyMarks(stamped('b a', 10), restored))).toBe('b.snoozed a.read.archived')
  })

  it('of all, with its feeds', () => {
    const log = logWith(['read all, sent at 15, settled at 20, by tab1', 'seen all of billing, settled at 30'])
    expect(restore(log)?.settledOthers).toEqual([
      { intent: parseMark('read all, sent at 15, settled at 20, by tab1').mark, sentAt: 20, settledAt: 20 },
      { intent: parseMark('seen all of billing, settled at 30').mark, sentAt: 30, settledAt: 30 },
    ])
  })
})

it('a failed mark is not stored: it changes nothing', () => {
  expect(serialize(logWith(['read a, failed']))).toEqual({
    pending: [],
    settledItems: [],
    settledOthers: [],
  })
})

it('a mark-all that requests ids does so again under its key', () => {
  const log = logWith([])
  const mark: MarkAll = { id: '1', kind: 'markAll', subject: 'feed', verb: 'read', returnIds: true }
  log.add(mark)
  log.send(new Set(['1']), 'k1')
  expect(restore(log)?.pending).toEqual([{ ...mark, sentAs: 'k1' }])
})

describe('an entry of a storage', () => {
  const entry = { pending: [], settledItems: [], settledOthers: [] }
  const mark = { id: '1', kind: 'mark', subject: 'feed', verb: 'read', ids: ['a'] }
  const change = { id: '2', kind: 'preferences', subject: 'preferences', change: { channels: { email: false } } }
  interface Row {
    rule: string
    json: unknown
    isRead?: boolean
  }
  const rows: Row[] = [
    { rule: 'is read', json: entry, isRead: true },
    { rule: 'is read with a field of a later version', json: { ...entry, version: 2 }, isRead: true },
    {
      rule: 'is read with a mark that has a field of a later version',
      json: { ...entry, pending: [{ ...mark, color: 'red' }] },
      isRead: true,
    },
    { rule: 'is read with a change of preferences', json: { ...entry, pending: [mark, change] }, isRead: true },
    {
      rule: 'is dropped with an intent of a kind that this version does not know',
      json: { ...entry, pending: [{ ...mark, kind: 'archive' }] },
    },
    {
      rule: 'is dropped with a mark without messages, which would be one of all',
      json: { ...entry, pending: [{ ...mark, ids: undefined }] },
    },
    { rule: 'is dropped without its intents', json: { ...entry, pending: undefined } },
    {
      rule: 'is dropped with a verb that this version does not know',
      json: { ...entry, pending: [{ ...mark, verb: 'archive' }] },
    },
    {
      rule: 'is dropped with a mark-all whose verb this version does not know',
      json: { ...entry, pending: [{ ...mark, kind: 'markAll', ids: undefined, verb: 'archive' }] },
    },
    {
      rule: 'is dropped with a mark-all whose feeds can’t be read',
      json: { ...entry, pending: [{ ...mark, kind: 'markAll', ids: undefined, feeds: 'billing' }] },
    },
    {
      rule: 'is dropped with a settled message whose time is no number',
      json: { ...entry, settledItems: [{ id: 'a', read: true, seen: true, settledAt: 'now' }] },
    },
    {
      rule: 'is dropped with a settled mark-all without a verb',
      json: { ...entry, settledOthers: [{ settledAt: 1 }] },
    },
    {
      rule: 'is dropped with a change of preferences that can’t be read',
      json: { ...entry, pending: [{ ...change, change: { channels: { email: 'off' } } }] },
    },
    { rule: 'is dropped if it is a list', json: [entry] },
    { rule: 'is dropped if it is a text', json: 'read' },
    { rule: 'is dropped if it is no JSON', json: undefined },
  ]
  eachRule(rows, ({ json, isRead = false }) => {
    expect(readLog(json) !== undefined).toBe(isRead)
  })
})
