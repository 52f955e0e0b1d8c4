import * as z from 'zod/mini'
import { responseObject, openEnum } from './responseSchema.ts'

/** The operators that compare a field with a value. */
export const filterOperators = [
  'LARGER',
  'SMALLER',
  'LARGER_EQUAL',
  'SMALLER_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'ALL_IN',
  'ANY_IN',
  'NOT_IN',
  'BETWEEN',
  'NOT_BETWEEN',
  'LIKE',
  'NOT_LIKE',
  'IN',
] as const

/** The objects that a field can be in. */
export const filterSources = ['subscriber', 'payload'] as const

/** The kinds of a filter. */
export const filterTypes = ['BOOLEAN', 'TEXT', 'DATE', 'NUMBER', 'STATEMENT', 'LIST', 'MULTI_LIST', 'GROUP'] as const

/** The ways to combine the comparisons of a filter. */
export const filterJoins = ['AND', 'OR'] as const

/** A comparison in a filter. */
export const fieldFilterPart = responseObject({
  /** Name of the field to compare. */
  field: z.string(),
  /** Value to compare the field with, as text. */
  value: z.string(),
  /** Comparison operator. */
  operator: openEnum(filterOperators),
  /** Object that the field is in: the subscriber, or the event's payload. */
  on: openEnum(filterSources),
})
export type FieldFilterPart = z.output<typeof fieldFilterPart>

/** A condition of a workflow step or of an integration. */
export const stepFilter = responseObject({
  /** Whether the condition is true if its comparisons are not. */
  isNegated: z.boolean(),
  /** Kind of the condition. */
  type: openEnum(filterTypes),
  /** Whether all comparisons must be true (`AND`), or one (`OR`). */
  value: openEnum(filterJoins),
  /** Comparisons. May be empty. */
  children: z.array(fieldFilterPart),
})
export type StepFilter = z.output<typeof stepFilter>
