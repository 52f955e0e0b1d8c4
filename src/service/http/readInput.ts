import * as z from 'zod/mini'
import { describeIssues, type FieldIssue } from '../../contract/fieldIssues.ts'
import { findUnstorable } from '../storable.ts'
import { ValidationError } from './HttpError.ts'

/** What a check found: the value, or what is wrong with it. */
export type Checked<Value> = { value: Value; issues?: never } | { value?: never; issues: FieldIssue[] }

/** Checks one value that came from outside: by its schema, and whether the database can hold it. */
export const check = <Schema extends z.ZodMiniType>(schema: Schema, input: unknown): Checked<z.output<Schema>> => {
  const read = schema.safeParse(input)
  if (!read.success) return { issues: describeIssues(read.error.issues, input) }
  const unstorable = findUnstorable(read.data)
  return unstorable ? { issues: [unstorable] } : { value: read.data }
}

/**
 * Reads a whole body.
 * @throws ValidationError (422) that names every field that is wrong.
 */
export const readBody = <Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> => {
  const { value, issues } = check(schema, body)
  if (issues) throw new ValidationError(issues)
  return value
}

/**
 * Reads the one list in the body of a bulk call. Its length is checked here and now; its entries are the caller's
 * to check one by one, so that a bad one does not spoil the others.
 * @throws ValidationError (422) where the body is anything but that list, with 1 to `max` entries.
 */
export const readList = (body: unknown, { field, max }: { field: string; max: number }): unknown[] => {
  const schema = z.strictObject({ [field]: z.array(z.unknown()).check(z.minLength(1), z.maxLength(max)) })
  const read = schema.safeParse(body)
  if (!read.success) throw new ValidationError(describeIssues(read.error.issues, body))
  return read.data[field] ?? []
}

/**
 * Reads a query.
 * @throws ValidationError (422) that names every parameter that is wrong, unknown or given twice.
 */
export const readQuery = <Schema extends z.ZodMiniType>(schema: Schema, query: URLSearchParams): z.output<Schema> => {
  const repeated = [...new Set(query.keys())].filter((name) => query.getAll(name).length > 1)
  if (repeated.length > 0)
    throw new ValidationError(repeated.map((field) => ({ field, message: 'is given more than once' })))
  return readBody(schema, Object.fromEntries(query))
}
