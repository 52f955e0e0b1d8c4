import * as z from 'zod/mini'
import { answerObject, openEnum } from './answerSchema.ts'

/** One comparison inside a filter (2.8, FieldFilterPart). */
export const fieldFilterPart = answerObject({
  field: z.string(),
  value: z.string(),
  operator: openEnum([
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
  ]),
  on: openEnum(['subscriber', 'payload']),
})
export type FieldFilterPart = z.output<typeof fieldFilterPart>

/** A condition on a workflow step or an integration (2.8). */
export const stepFilter = answerObject({
  isNegated: z.boolean(),
  type: openEnum(['BOOLEAN', 'TEXT', 'DATE', 'NUMBER', 'STATEMENT', 'LIST', 'MULTI_LIST', 'GROUP']),
  value: openEnum(['AND', 'OR']),
  children: z.array(fieldFilterPart),
})
export type StepFilter = z.output<typeof stepFilter>
