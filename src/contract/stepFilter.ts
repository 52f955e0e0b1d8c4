import * as z from 'zod/mini'
import { answerObject, openEnum } from './answerSchema.ts'

/** How a filter compares a field with a value (2.8). */
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
/** Where the field of a filter is (2.8). */
export const filterSources = ['subscriber', 'payload'] as const
/** Kinds of a filter (2.8). */
export const filterTypes = ['BOOLEAN', 'TEXT', 'DATE', 'NUMBER', 'STATEMENT', 'LIST', 'MULTI_LIST', 'GROUP'] as const
/** How the parts of a filter are joined (2.8). */
export const filterJoins = ['AND', 'OR'] as const

/** One comparison inside a filter (2.8, FieldFilterPart). */
export const fieldFilterPart = answerObject({
  /** Name of the field that is compared. */
  field: z.string(),
  /** What the field is compared with, as text. */
  value: z.string(),
  /** How the field is compared with the value. */
  operator: openEnum(filterOperators),
  /** Where the field is: in the subscriber or in the event's payload. */
  on: openEnum(filterSources),
})
export type FieldFilterPart = z.output<typeof fieldFilterPart>

/** A condition on a workflow step or an integration (2.8). */
export const stepFilter = answerObject({
  /** Whether the condition holds when its parts do not. */
  isNegated: z.boolean(),
  /** Kind of the condition. */
  type: openEnum(filterTypes),
  /** Whether all parts must hold (`AND`), or one of them (`OR`). */
  value: openEnum(filterJoins),
  /** The comparisons. May be empty. */
  children: z.array(fieldFilterPart),
})
export type StepFilter = z.output<typeof stepFilter>
