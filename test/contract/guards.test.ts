import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Guard } from '../../src/contract/inbox/guard.ts'
import { guardedOperations } from '../../src/contract/inbox/guardedOperations.ts'
import { errorBodyGuard } from '../../src/contract/inbox/inboxGuards.ts'
import { notificationGuard } from '../../src/contract/inbox/notificationGuard.ts'
import { inboxOperations } from '../../src/contract/inboxOperations.ts'
import {
  describeIssues,
  errorBody,
  type FieldIssue,
  inboxMessage,
  inboxNotification,
} from '../../src/contract/index.ts'
import * as fc from '../setup/fastCheck.ts'
import * as samples from './samples.ts'

const { getFeed, getPreferences, markAs, markAll } = inboxOperations
const guarded = guardedOperations

/** The fields of a message that an inbox reads. */
const message = Object.fromEntries(Object.entries(samples.message).filter(([name]) => name in inboxMessage.def.shape))

interface Pair {
  schema: z.ZodMiniType
  guard: Guard<unknown>
  /** A complete valid value. */
  sample: unknown
}

/** What a browser checks with a guard, and a server with a schema. */
const pairs: Record<string, Pair> = {
  'a notification': { schema: inboxNotification, guard: notificationGuard, sample: samples.notification },
  'a feed page': {
    schema: getFeed.answer,
    guard: guarded.getFeed.answer,
    sample: { ...samples.feedPage, data: [{ _id: 'ntf_2' }, 5] },
  },
  'the query of a feed page': {
    schema: getFeed.query,
    guard: guarded.getFeed.query,
    sample: { page: 0, limit: '20', read: 'true', seen: false, payload: 'e30=' },
  },
  preferences: {
    schema: getPreferences.answer,
    guard: guarded.getPreferences.answer,
    sample: samples.preferences,
  },
  'the query of preferences': {
    schema: getPreferences.query,
    guard: guarded.getPreferences.query,
    sample: { criticality: 'all' },
  },
  'marked messages': { schema: markAs.answer, guard: guarded.markAs.answer, sample: [message] },
  'a mark': {
    schema: markAs.body,
    guard: guarded.markAs.body,
    sample: { messageId: ['msg_1', 'msg_2'], markAs: 'unseen' },
  },
  'the number of marked messages': { schema: markAll.answer, guard: guarded.markAll.answer, sample: 3 },
  'which messages a mark-all has changed': {
    schema: markAll.answer,
    guard: guarded.markAll.answer,
    sample: samples.markedAll,
  },
  'a mark-all': {
    schema: markAll.body,
    guard: guarded.markAll.body,
    sample: { feedIdentifier: 'billing', markAs: 'read', returnIds: true },
  },
}

/** Values that a field may have by mistake, or in a URL. */
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

/** A sample with several mistakes, or any value. */
const valuesLike = (sample: unknown) => {
  const path = fc.constantFrom(...pathsIn(sample))
  const stray = fc.oneof(fc.constantFrom(...strays), fc.double(), fc.jsonValue())
  const mistake = fc.oneof(
    path.map(removeAt),
    fc.tuple(path, stray).map((given) => replace(...given)),
    fc.tuple(path, fc.constantFrom(...names), stray).map((given) => add(...given)),
  )
  const several = fc.array(mistake, { minLength: 2, maxLength: 6 })
  return fc.oneof(
    { weight: 9, arbitrary: several.map((all) => all.reduce((value, make) => make(value), sample)) },
    { weight: 1, arbitrary: stray },
  )
}

const check = (guard: Guard<unknown>, value: unknown) => {
  const issues: FieldIssue[] = []
  const data = guard(value, issues)
  return issues.length > 0 ? { issues } : { data }
}

describe.each(Object.entries(pairs))('the guard of %s', (_, { schema, guard, sample }) => {
  const checkBySchema = (value: unknown) => {
    const { success, data, error } = schema.safeParse(value)
    return success ? { data } : { issues: describeIssues(error.issues, value) }
  }

  it('has the verdict, the data and the issues of its schema for each mistake', () => {
    for (const make of mistakesIn(sample)) {
      const value = make(sample)
      expect(check(guard, value)).toStrictEqual(checkBySchema(value))
    }
  })

  it('has them for several mistakes', () => {
    fc.assert(
      fc.property(valuesLike(sample), (value) => {
        expect(check(guard, value)).toStrictEqual(checkBySchema(value))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the guard of a notification', () => {
  const notification = { ...samples.notification, fromTheFuture: { a: null } }

  it('returns the received object, which takes less memory than a copy', () => {
    expect(notificationGuard(notification, [])).toBe(notification)
  })

  it('copies only the objects of a field that is null instead of missing', () => {
    const received = { ...notification, cta: { ...samples.cta, type: null } }
    const read = notificationGuard(received, [])
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

describe('the guard of an error response', () => {
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

  /** The fields that the schema accepts. */
  const readBySchema = (value: unknown) => {
    const entries = isParent(value) && !Array.isArray(value) ? Object.entries(value) : undefined
    const valid = entries?.flatMap(([name, field]) => Object.entries(errorBody.safeParse({ [name]: field }).data ?? {}))
    return valid && Object.fromEntries(valid)
  }

  it('reads the fields that the schema accepts, for each mistake', () => {
    for (const make of mistakesIn(sample)) {
      const value = make(sample)
      expect(errorBodyGuard(value, [])).toEqual(readBySchema(value))
    }
  })

  it('reads them for several mistakes', () => {
    fc.assert(
      fc.property(valuesLike(sample), (value) => {
        expect(errorBodyGuard(value, [])).toEqual(readBySchema(value))
      }),
      { numRuns: 300 },
    )
  })
})
