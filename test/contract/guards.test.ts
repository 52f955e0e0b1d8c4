import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { readFailure } from '../../src/client/readResponse.ts'
import { subscriberOperations } from '../../src/contract/extensions/subscriberOperations.ts'
import { inboxNotification as guardNotification } from '../../src/contract/inbox/generatedGuards.ts'
import type { Guard } from '../../src/contract/inbox/guard.ts'
import { guardedOperations as guarded } from '../../src/contract/inbox/guardedOperations.ts'
import {
  describeIssues,
  errorBody,
  type FieldIssue,
  inboxMessage,
  inboxNotification,
  type Preferences,
} from '../../src/contract/index.ts'
import * as samples from './samples.ts'

const { getFeed, getPreferences, updatePreferences, markAs, markAll } = subscriberOperations

/** The fields of a message that an inbox reads. */
const message = Object.fromEntries(Object.entries(samples.message).filter(([name]) => name in inboxMessage.def.shape))

/** What a browser checks with a guard, and a server with a schema: the schema, the guard, and a complete valid value. */
type Pair = [schema: z.ZodMiniType, guard: Guard<unknown>, sample: unknown]

const equal: Record<string, Pair> = {
  'a notification': [inboxNotification, guardNotification, samples.notification],
  'a feed page': [getFeed.response, guarded.getFeed.response, { ...samples.feedPage, data: [{ _id: 'ntf_2' }, 5] }],
  preferences: [getPreferences.response, guarded.getPreferences.response, samples.preferences],
  'the query of preferences': [getPreferences.query, guarded.getPreferences.query, { criticality: 'all' }],
  'marked messages': [markAs.response, guarded.markAs.response, [message]],
  'a mark': [markAs.body, guarded.markAs.body, { messageId: ['msg_1', 'msg_2'], markAs: 'unseen' }],
  'the number of marked messages': [markAll.response, guarded.markAll.response, 3],
  'which messages a mark-all has changed': [markAll.response, guarded.markAll.response, samples.markedAll],
  'a mark-all': [markAll.body, guarded.markAll.body, { feedIdentifier: 'billing', markAs: 'read', returnIds: true }],
}

const hours = [{ start: '09:00 AM', end: '05:30 PM' }]

/** The schemas of these also read text of a URL, or check what an inbox leaves to the service. */
const similar: Record<string, Pair> = {
  'the query of a feed page': [
    getFeed.query,
    guarded.getFeed.query,
    { page: 0, limit: 20, read: true, seen: false, payload: 'e30=' },
  ],
  'a change of preferences': [
    updatePreferences.body,
    guarded.updatePreferences.body,
    {
      channels: { email: true },
      schedule: { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours } } },
    },
  ],
}

/** Values that a field may have by mistake. */
const numbers = [0, 7, -1, 100.5, 1e-16, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1]
const texts = ['', 'read', 'all', 'true', '7', '-7', '1e3', '9'.repeat(16)]
const parents = [[], [''], ['a', 5], [undefined], [[]], {}, { a: null }]
const strays = [null, undefined, true, false, ...numbers, ...texts, ...parents]

/** Names of further fields. */
const names = ['__proto__', 'toString', 'data', 'a field', '0']

const isParent = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The paths to everything in a value. */
const pathsIn = (value: unknown): string[][] => [
  [],
  ...(isParent(value) ? Object.keys(value).flatMap((key) => pathsIn(value[key]).map((path) => [key, ...path])) : []),
]

const define = (value: object, key: string, field: unknown) =>
  Object.defineProperty(value, key, { value: field, enumerable: true, configurable: true, writable: true })

/** A copy in which `change` has changed the parent of the last key. */
const changeAt = (
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (parent: object, key: string) => unknown,
): unknown => {
  if (key === undefined || !isParent(value)) return value
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  if (rest.length === 0) change(copy, key)
  else define(copy, key, changeAt(value[key], rest, change))
  return copy
}

const remove = (parent: object, key: string) =>
  Array.isArray(parent) ? parent.splice(Number(key), 1) : Reflect.deleteProperty(parent, key)

type Mistake = (value: unknown) => unknown

const replace =
  (path: readonly string[], stray: unknown): Mistake =>
  (value) =>
    path.length === 0 ? stray : changeAt(value, path, (parent, key) => define(parent, key, stray))

const removeAt =
  (path: readonly string[]): Mistake =>
  (value) =>
    changeAt(value, path, remove)

const add =
  (path: readonly string[], name: string, stray: unknown): Mistake =>
  (value) =>
    changeAt(value, [...path, name], (parent) => Array.isArray(parent) || define(parent, name, stray))

/** Each mistake in each field of a sample. */
const mistakesIn = (sample: unknown): Mistake[] =>
  pathsIn(sample).flatMap((path) => [
    removeAt(path),
    ...strays.map((stray) => replace(path, stray)),
    ...names.map((name) => add(path, name, null)),
  ])

const check = (guard: Guard<unknown>, value: unknown) => {
  const issues: FieldIssue[] = []
  const data = guard(value, issues)
  return issues.length > 0 ? { issues } : { data }
}

it.each(Object.entries(equal))(
  'the guard of %s has the verdict, the data and the issues of its schema for each mistake',
  (_, [schema, guard, sample]) => {
    for (const make of mistakesIn(sample)) {
      const value = make(sample)
      const { success, data, error } = schema.safeParse(value)
      expect(check(guard, value)).toStrictEqual(success ? { data } : { issues: describeIssues(error.issues, value) })
    }
  },
)

it.each(Object.entries(similar))('the guard of %s accepts what its schema accepts unchanged', (_, pair) => {
  const [schema, guard, sample] = pair
  const values = [sample, ...mistakesIn(sample).map((make) => make(sample))]
  const accepted = values.filter((value) => {
    const { success, data } = schema.safeParse(value)
    return success && isDeepStrictEqual(data, value)
  })
  expect(accepted.map((value) => check(guard, value))).toStrictEqual(accepted.map((data) => ({ data })))
})

it('the guard of a request names each invalid field', () => {
  expect(check(guarded.getFeed.query, { page: -1, limit: 101, read: 'true', unread: true })).toEqual({
    issues: [
      { field: 'page', message: 'must be a whole number of 0 or more' },
      { field: 'limit', message: 'must be a whole number from 1 to 100' },
      { field: 'read', message: 'must be true or false' },
      { field: 'unread', message: 'is not a known field' },
    ],
  })
  const change = { channels: { email: 'off' }, schedule: {}, enabled: true }
  expect(check(guarded.updatePreferences.body, change)).toEqual({
    issues: [
      { field: 'channels.email', message: 'must be true or false' },
      { field: 'schedule.isEnabled', message: 'is missing: it must be true or false' },
      { field: 'enabled', message: 'is not a known field' },
    ],
  })
})

it('a condition of preferences that is malformed or unknown is as none', () => {
  const [workflow] = samples.preferences.workflows
  const read = (onlyIf: unknown) => {
    const { data } = check(guarded.getPreferences.response, {
      ...samples.preferences,
      workflows: [{ ...workflow, onlyIf }],
    })
    return (data as Preferences).workflows[0]?.onlyIf
  }
  const email = { is: 'unseen', after: 0 }
  expect(read({ email })).toEqual({ email })
  for (const odd of [undefined, null, 'always', [email]]) expect(read(odd)).toBeUndefined()
  for (const odd of [null, 'unread', { is: 'unpaid', after: 0 }, { is: 'unread' }, { is: 'unread', after: '1h' }])
    expect(read({ email, sms: odd })).toEqual({ email, sms: undefined })
})

it('a time zone of preferences is a text or null, and anything else is as none', () => {
  const read = (timeZone: unknown) =>
    (check(guarded.getPreferences.response, { ...samples.preferences, timeZone }).data as Preferences).timeZone
  expect(['Asia/Tokyo', null, undefined, 9, {}].map(read)).toEqual([
    'Asia/Tokyo',
    null,
    undefined,
    undefined,
    undefined,
  ])
})

it('the functions of a page that extends Object.prototype are no fields', () => {
  const queries = [{ page: 0 }, { page: 0, extend: 1 }]
  const extend = { value: () => undefined, enumerable: true, configurable: true }
  // oxlint-disable-next-line no-extend-native -- as the page does
  Object.defineProperty(Object.prototype, 'extend', extend)
  const read = queries.map((query) => JSON.stringify(check(guarded.getFeed.query, query)))
  const notification = guardNotification(samples.notification, [])
  Reflect.deleteProperty(Object.prototype, 'extend')
  const issues = [{ field: 'extend', message: 'is not a known field' }]
  expect(read).toEqual([{ data: { page: 0 } }, { issues }].map((result) => JSON.stringify(result)))
  expect(notification).toBe(samples.notification)
})

describe('the guard of a notification', () => {
  const notification = { ...samples.notification, fromTheFuture: { a: null } }

  it('returns the received object, which takes less memory than a copy', () => {
    expect(guardNotification(notification, [])).toBe(notification)
  })

  it('copies only the objects of a field that is null instead of missing', () => {
    const received = { ...notification, cta: { ...samples.cta, type: null } }
    const read = guardNotification(received, [])
    expect(read.cta.type).toBeUndefined()
    expect(read.cta.action).toBe(received.cta.action)
    expect(read.payload).toBe(received.payload)
    expect(received.cta.type).toBeNull()
  })
})

describe('the guard of a mark', () => {
  const mark = { messageId: 'msg_1', markAs: 'read' }

  it('lets no toJSON replace what was checked', () => {
    const odd: unknown = Object.assign(Object.create({ toJSON: () => ({ messageId: 'msg_2' }) }), mark)
    expect(check(guarded.markAs.body, odd)).toEqual({ issues: [{ field: 'toJSON', message: 'is not a known field' }] })
    const hidden: unknown = Object.create(
      Object.defineProperty({}, 'toJSON', { value: () => ({ messageId: 'msg_2' }) }),
      Object.getOwnPropertyDescriptors(mark),
    )
    expect(JSON.parse(JSON.stringify(guarded.markAs.body(hidden, [])))).toEqual(mark)
  })

  it('names 100 fields of a million, without delay', () => {
    const ids = Array.from({ length: 1_000_000 }, (_, index) => index)
    expect(check(guarded.markAs.body, { ...mark, messageId: ids }).issues).toHaveLength(100)
  })
})

it('an error response has the fields that its schema accepts, for each mistake', () => {
  const sample = {
    statusCode: 422,
    timestamp: '2026-01-05T09:00:00.000Z',
    path: '/v1/events/trigger/bulk',
    message: ['one', 'two'],
    ctx: { a: 1 },
    errorId: 'err_1',
    code: 'TIDINGS_311',
    errors: { 'events.0.name': { messages: ['must not be empty'], value: '' } },
  }
  const request = { task: 'getFeed', baseUrl: '', attempts: 1, now: 0 } as const
  const readBySchema = (value: unknown) => {
    const entries = isParent(value) && !Array.isArray(value) ? Object.entries(value) : undefined
    const valid = entries?.flatMap(([name, field]) => Object.entries(errorBody.safeParse({ [name]: field }).data ?? {}))
    return valid && Object.fromEntries(valid)
  }
  for (const make of mistakesIn(sample)) {
    const text = JSON.stringify(make(sample)) ?? 'null'
    const { body } = readFailure({ status: 422, headers: new Headers(), text }, request)
    expect(body).toEqual(readBySchema(JSON.parse(text)))
  }
})
