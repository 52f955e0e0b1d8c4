import { describe, expect, test, vi } from 'vitest'
import type { FieldFilterPart, StepFilter } from '../../../src/contract/index.ts'
import { matchesConditions } from '../../../src/service/conditions/matchesConditions.ts'

const scope = {
  subscriber: { firstName: 'Anna', plan: 'pro', age: 42, vip: true, address: { country: 'SE' }, none: null },
  payload: {
    total: 100,
    text: '100',
    tags: ['a', 'b'],
    numbers: [1, 2],
    empty: [],
    at: '2026-03-01T12:00:00Z',
    day: '2026-03-01',
    list: [{ id: 7 }],
  },
}

const part = (on: 'subscriber' | 'payload', field: string, operator: string, value: string): FieldFilterPart => ({
  on,
  field,
  operator,
  value,
})

const group = (value: 'AND' | 'OR', children: FieldFilterPart[], isNegated = false): StepFilter => ({
  isNegated,
  type: 'GROUP',
  value,
  children,
})

describe('a comparison', () => {
  test.each<['subscriber' | 'payload', field: string, operator: string, value: string, expected: boolean]>([
    ['subscriber', 'plan', 'EQUAL', 'pro', true],
    ['subscriber', 'plan', 'EQUAL', 'Pro', false],
    ['subscriber', 'address.country', 'EQUAL', 'SE', true],
    ['subscriber', 'age', 'EQUAL', '42', true],
    ['subscriber', 'age', 'EQUAL', '42.0', true],
    ['subscriber', 'age', 'EQUAL', '', false],
    ['subscriber', 'vip', 'EQUAL', 'true', true],
    ['subscriber', 'vip', 'EQUAL', 'false', false],
    ['subscriber', 'missing', 'EQUAL', 'undefined', false],
    ['subscriber', 'none', 'EQUAL', 'null', false],
    ['subscriber', 'constructor', 'EQUAL', 'Object', false],
    ['payload', 'list.0.id', 'EQUAL', '7', true],
    ['payload', 'plan', 'EQUAL', 'pro', false],
    ['subscriber', 'plan', 'NOT_EQUAL', 'free', true],
    ['subscriber', 'plan', 'NOT_EQUAL', 'pro', false],
    ['subscriber', 'missing', 'NOT_EQUAL', 'x', true],
    ['payload', 'total', 'LARGER', '99.5', true],
    ['payload', 'total', 'LARGER', '100', false],
    ['payload', 'total', 'LARGER_EQUAL', '100', true],
    ['payload', 'total', 'LARGER_EQUAL', '101', false],
    ['payload', 'total', 'SMALLER', '101', true],
    ['payload', 'total', 'SMALLER', '100', false],
    ['payload', 'total', 'SMALLER_EQUAL', '100', true],
    ['payload', 'total', 'SMALLER_EQUAL', '99', false],
    ['payload', 'text', 'LARGER', '9', true],
    ['payload', 'at', 'LARGER', '2026-03-01T11:59:59Z', true],
    ['payload', 'at', 'SMALLER', '2026-03-01T13:00:00+02:00', false],
    ['payload', 'day', 'LARGER_EQUAL', '2026-03-01', true],
    ['payload', 'total', 'LARGER', 'many', false],
    ['payload', 'total', 'SMALLER', 'many', false],
    ['payload', 'total', 'LARGER', '', false],
    ['subscriber', 'plan', 'LARGER', 'a', false],
    ['subscriber', 'missing', 'SMALLER', '1', false],
    ['subscriber', 'none', 'SMALLER', '1', false],
    ['subscriber', 'vip', 'LARGER', '0', false],
    ['payload', 'total', 'BETWEEN', '100, 200', true],
    ['payload', 'total', 'BETWEEN', '1,99', false],
    ['payload', 'total', 'BETWEEN', '1', false],
    ['payload', 'total', 'BETWEEN', '1,2,300', false],
    ['payload', 'day', 'BETWEEN', '2026-01-01,2026-12-31', true],
    ['payload', 'total', 'NOT_BETWEEN', '1,99', true],
    ['payload', 'total', 'NOT_BETWEEN', '100,200', false],
    ['payload', 'total', 'NOT_BETWEEN', 'a,b', false],
    ['subscriber', 'missing', 'NOT_BETWEEN', '1,2', false],
    ['subscriber', 'firstName', 'LIKE', 'NN', true],
    ['subscriber', 'firstName', 'LIKE', 'x', false],
    ['subscriber', 'firstName', 'NOT_LIKE', 'x', true],
    ['subscriber', 'firstName', 'NOT_LIKE', 'nn', false],
    ['subscriber', 'missing', 'NOT_LIKE', 'x', false],
    ['payload', 'tags', 'LIKE', 'a', false],
    ['subscriber', 'plan', 'IN', 'free, pro', true],
    ['subscriber', 'plan', 'IN', 'free,prog', false],
    ['subscriber', 'age', 'IN', '41,42', true],
    ['payload', 'tags', 'IN', 'b,c', true],
    ['payload', 'tags', 'IN', 'c', false],
    ['subscriber', 'missing', 'IN', 'undefined', false],
    ['subscriber', 'plan', 'NOT_IN', 'free', true],
    ['subscriber', 'plan', 'NOT_IN', 'free,pro', false],
    ['payload', 'tags', 'NOT_IN', 'c,d', true],
    ['payload', 'tags', 'NOT_IN', 'b', false],
    ['payload', 'empty', 'NOT_IN', 'b', true],
    ['subscriber', 'missing', 'NOT_IN', 'x', false],
    ['payload', 'tags', 'ANY_IN', 'b,c', true],
    ['payload', 'numbers', 'ANY_IN', '2,9', true],
    ['payload', 'empty', 'ANY_IN', 'a', false],
    ['payload', 'tags', 'ALL_IN', 'a,b', true],
    ['payload', 'tags', 'ALL_IN', 'a', true],
    ['payload', 'tags', 'ALL_IN', 'a,c', false],
    ['subscriber', 'missing', 'ALL_IN', 'a', false],
    ['subscriber', 'plan', 'LATER_OPERATOR', 'pro', false],
  ])('%s.%s %s %j is %s', (on, field, operator, value, expected) => {
    expect(matchesConditions([group('AND', [part(on, field, operator, value)])], scope)).toBe(expected)
  })
})

describe('a comparison of things that do not compare', () => {
  const texts = 'a text, a number, true or false (IN compares lists)'
  const ordered = 'two numbers, or two dates in ISO 8601'
  const ranges = 'a number and a value such as "18,65", or a date in ISO 8601 and two such dates'
  const parts = 'a text or a number'
  const lists = 'a text, a number, true or false, or a list of these'

  test.each<['subscriber' | 'payload', field: string, operator: string, value: string, need: string]>([
    ['payload', 'tags', 'EQUAL', 'a', texts],
    ['payload', 'tags', 'NOT_EQUAL', 'a', texts],
    ['subscriber', 'address', 'EQUAL', 'SE', texts],
    ['subscriber', 'address', 'NOT_EQUAL', 'SE', texts],
    ['subscriber', 'plan', 'LARGER', '5', ordered],
    ['payload', 'total', 'LARGER', '2026-03-01', ordered],
    ['payload', 'day', 'LARGER_EQUAL', '5', ordered],
    ['subscriber', 'vip', 'SMALLER', '5', ordered],
    ['payload', 'tags', 'SMALLER_EQUAL', '5', ordered],
    ['payload', 'total', 'BETWEEN', '18', ranges],
    ['payload', 'total', 'BETWEEN', '18,many', ranges],
    ['payload', 'total', 'NOT_BETWEEN', '18,65,99', ranges],
    ['subscriber', 'plan', 'NOT_BETWEEN', '18,65', ranges],
    ['payload', 'tags', 'LIKE', 'a', parts],
    ['subscriber', 'vip', 'NOT_LIKE', 'tr', parts],
    ['subscriber', 'address', 'IN', 'SE', lists],
    ['subscriber', 'address', 'ANY_IN', 'SE', lists],
    ['subscriber', 'address', 'NOT_IN', 'SE', lists],
    ['subscriber', 'address', 'ALL_IN', 'SE', lists],
  ])('%s.%s %s %j is false, and reported', (on, field, operator, value, need) => {
    const report = vi.fn()
    expect(matchesConditions([group('AND', [part(on, field, operator, value)])], scope, report)).toBe(false)
    expect(report.mock.calls).toEqual([
      [
        `The comparison of ${on}.${field} by ${operator} is false: it needs ${need}. Correct the condition in the ` +
          `workspace file, or what is sent as ${on}.${field}.`,
      ],
    ])
  })

  test.each<['subscriber' | 'payload', field: string, operator: string, value: string]>([
    ['subscriber', 'missing', 'EQUAL', 'x'],
    ['subscriber', 'missing', 'LARGER', '5'],
    ['subscriber', 'none', 'NOT_BETWEEN', '1,2'],
    ['subscriber', 'none', 'NOT_EQUAL', 'x'],
    ['subscriber', 'missing', 'NOT_LIKE', 'x'],
    ['subscriber', 'missing', 'ALL_IN', 'x'],
    // These compare, and differ.
    ['subscriber', 'age', 'EQUAL', 'many'],
    ['payload', 'total', 'LARGER', '101'],
    ['payload', 'total', 'NOT_BETWEEN', '1,200'],
    ['payload', 'tags', 'IN', 'c'],
    ['payload', 'tags', 'ALL_IN', 'c'],
  ])('is not %s.%s %s %j', (on, field, operator, value) => {
    const report = vi.fn()
    matchesConditions([group('AND', [part(on, field, operator, value)])], scope, report)
    expect(report).not.toHaveBeenCalled()
  })
})

describe('conditions', () => {
  const yes = part('subscriber', 'plan', 'EQUAL', 'pro')
  const no = part('subscriber', 'plan', 'EQUAL', 'free')

  test.each([
    ['none', [], true],
    ['a group without comparisons', [group('AND', [])], true],
    ['a negated group without comparisons', [group('AND', [], true)], true],
    ['AND of both', [group('AND', [yes, no])], false],
    ['OR of both', [group('OR', [yes, no])], true],
    ['OR of false ones', [group('OR', [no, no])], false],
    ['not AND of both', [group('AND', [yes, no], true)], true],
    ['not OR of both', [group('OR', [yes, no], true)], false],
    ['two groups that hold', [group('AND', [yes]), group('AND', [no], true)], true],
    ['two groups of which one holds', [group('AND', [yes]), group('AND', [no])], false],
  ] satisfies [string, StepFilter[], boolean][])('%s', (_, conditions, expected) => {
    expect(matchesConditions(conditions, scope)).toBe(expected)
  })

  test('of another source are false', () => {
    expect(matchesConditions([group('AND', [{ ...yes, on: 'tenant' }])], scope)).toBe(false)
  })
})
