import { describe, expect, it } from 'vitest'
import * as full from 'zod'
import * as z from 'zod/mini'
import { describeIssues, triggerEvent } from '../../src/contract/index.ts'

const told = (schema: z.ZodMiniType, value: unknown) =>
  describeIssues(schema.safeParse(value).error?.issues ?? [], value)

describe('describeIssues', () => {
  it.each([
    [z.string(), 1, 'must be a string'],
    [z.number(), '1', 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'true', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.string().check(z.minLength(1)), [], 'must be a string'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), [], 'must be an object'],
    [z.null(), 1, 'must be null'],
    [z.enum(['a', 'b', 'c']), 'd', 'must be "a", "b" or "c"'],
    [z.literal(5), 6, 'must be 5'],
    [z.union([z.string(), z.array(z.string())]), 5, 'must be a string or a list'],
    [z.string().check(z.minLength(3)), 'ab', 'must have at least 3 characters'],
    [z.string().check(z.maxLength(1)), 'ab', 'must have at most 1 character'],
    [z.array(z.string()).check(z.minLength(2)), [], 'must have at least 2 entries'],
    [z.array(z.string()).check(z.maxLength(0)), ['a'], 'must have at most 0 entries'],
    [z.number().check(z.gte(5)), 1, 'must be at least 5'],
    [z.number().check(z.lte(5)), 9, 'must be at most 5'],
    [z.string().check(z.regex(/a/)), 'b', 'has an invalid format'],
    [z.string().check(z.regex(/a/, { error: 'must hold an a' })), 'b', 'must hold an a'],
  ])('describes the problem in plain words (%#)', (schema, value, message) => {
    expect(told(schema, value)).toEqual([{ field: '', message }])
  })

  it('describes 100 issues of a million, without delay', () => {
    const schema = z.union([z.string(), z.array(z.string())])
    const values = Array.from({ length: 400_000 }, (_, index) => index)
    const keys = Object.fromEntries(values.slice(0, 1000).map((key) => [`k${key}`, key]))
    expect(told(schema, values)).toHaveLength(100)
    expect(told(z.strictObject({ a: z.string() }), keys)).toHaveLength(100)
  })

  it('formats paths like code', () => {
    const schema = z.object({ a: z.array(z.object({ b: z.record(z.string(), z.number()) })) })
    expect(
      told(schema, { a: [{ b: {} }, { b: { c: 'x', 'd e': 'x', 'f.g': 'x' } }] }).map(({ field }) => field),
    ).toEqual(['a[1].b.c', 'a[1].b["d e"]', 'a[1].b["f.g"]'])
  })

  it('tells a missing field from an invalid one only if it receives the input', () => {
    const { error } = z.object({ a: z.string() }).safeParse({})
    expect(describeIssues(error?.issues ?? [])).toEqual([{ field: 'a', message: 'must be a string' }])
    expect(describeIssues(error?.issues ?? [], {})).toEqual([
      { field: 'a', message: 'is missing: it must be a string' },
    ])
  })

  it('names every unknown field, and an invalid key of a record', () => {
    expect(told(z.strictObject({}), { a: 1, b: 2 })).toEqual([
      { field: 'a', message: 'is not a known field' },
      { field: 'b', message: 'is not a known field' },
    ])
    expect(told(z.record(z.string().check(z.maxLength(1)), z.number()), { ab: 1 })).toEqual([
      { field: 'ab', message: 'has an invalid name' },
    ])
  })

  it('describes the intended form of a union: the right type with the fewest issues', () => {
    const cat = z.object({ kind: z.literal('cat'), lives: z.number(), name: z.string() })
    const dog = z.object({ kind: z.literal('dog'), name: z.string() })
    expect(told(z.object({ pet: z.union([cat, dog, z.string()]) }), { pet: { kind: 'dog' } })).toEqual([
      { field: 'pet.name', message: 'is missing: it must be a string' },
    ])
  })

  it('omits duplicates', () => {
    const twice = z.number().check(z.gte(5, { error: 'must be big' }), z.gte(6, { error: 'must be big' }))
    expect(told(twice, 1)).toEqual([{ field: '', message: 'must be big' }])
  })

  it('quotes no value, which may be secret', () => {
    const text = JSON.stringify(
      told(triggerEvent, { name: 5, to: ['a', { subscriberId: 7, email: 'secret' }], payload: 'secret' }),
    )
    expect(text).toContain('to[1].subscriberId')
    expect(text).not.toContain('secret')
  })

  it("uses its own messages even if the app's full zod has a language", () => {
    full.config(full.locales.de())
    try {
      expect(told(z.object({ a: z.string(), b: z.array(z.string()).check(z.minLength(1)) }), { a: 1, b: [] })).toEqual([
        { field: 'a', message: 'must be a string' },
        { field: 'b', message: 'must have at least 1 entry' },
      ])
    } finally {
      full.config({ localeError: undefined })
    }
  })
})
