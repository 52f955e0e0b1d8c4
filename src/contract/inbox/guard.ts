import { type FieldIssue, joinPath, maxIssues } from '../fieldIssues.ts'
import { isObject } from '../isObject.ts'

/**
 * Checks a value, and adds its problems to `issues`: one per field, 100 at most. Without a problem it returns the value
 * as received, or a copy in which the guard replaced a field.
 *
 * Guards do in a browser what the zod schemas of the contract do on a server, because zod weighs more than the whole
 * client. `npm run docs:schemas` writes `generatedGuards.ts` from the schemas, in the terms of this file.
 */
export type Guard<Value> = (value: unknown, issues: FieldIssue[]) => Value

/** The guards of an object's fields. TypeScript reports a field without one. */
type Fields<Value> = { readonly [Key in keyof Value]-?: Guard<Value[Key]> }

/** Reports a problem. Callers ignore the result of a guard that did. */
const fail = (issues: FieldIssue[], message: string, field = ''): never => {
  if (issues.length < maxIssues) issues.push({ field, message })
  return undefined as never
}

/** The guard of what passes a test. */
export const valid =
  <Value>(message: string, test: (value: unknown) => boolean): Guard<Value> =>
  (value, issues) =>
    test(value) ? (value as Value) : fail(issues, message)

export const string = valid<string>('must be a string', (value) => typeof value === 'string')
export const number = valid<number>('must be a number', Number.isFinite)
const numberOrObject = valid<number>('must be a number or an object', Number.isFinite)
export const boolean = valid<boolean>('must be true or false', (value) => typeof value === 'boolean')
export const unknown: Guard<unknown> = (value) => value
/** The guard of a response without a body. */
export const nothing: Guard<void> = () => {}

/** An optional field of a request. */
export const optional =
  <Value>(guard: Guard<Value>): Guard<Value | undefined> =>
  (value, issues) =>
    value === undefined ? undefined : guard(value, issues)

/** An optional field of a response. Services send `null` for a missing value as often as they omit the field. */
export const maybe =
  <Value>(guard: Guard<Value>): Guard<Value | undefined> =>
  (value, issues) =>
    value === undefined || value === null ? undefined : guard(value, issues)

/** A field whose documented type includes `null`. */
export const nullable =
  <Value>(guard: Guard<Value>): Guard<Value | null> =>
  (value, issues) =>
    value === null ? value : guard(value, issues)

export const oneOf = <const Value>(values: readonly Value[], message: string): Guard<Value> =>
  valid(message, (value) => values.includes(value as Value))

/** The guard of a whole number. Both bounds are allowed. */
export const whole = (least: number, most: number, message: string): Guard<number> =>
  valid(message, (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most)

type Parts = Record<PropertyKey, unknown>

/** Reads a field or an entry, and returns `result`: a copy of `received` as soon as a guard has changed something. */
const readPart = (received: Parts, result: Parts, key: PropertyKey, guard: Guard<unknown>, issues: FieldIssue[]) => {
  const value = received[key]
  const before = issues.length
  const read = guard(value, issues)
  // Runs for each field of each notification, so it allocates nothing.
  for (let index = before; index < issues.length; index++) {
    const { field, message } = issues[index] as FieldIssue
    issues[index] = {
      field: joinPath(key, field),
      message: value === undefined ? `is missing: it ${message}` : message,
    }
  }
  if (read === value) return result
  const changed = result === received ? copyOf(received) : result
  changed[key] = read
  return changed
}

const copyOf = (received: Parts): Parts => (Array.isArray(received) ? [...received] : { ...received }) as never

export const list =
  <Value>(guard: Guard<Value>): Guard<Value[]> =>
  (value, issues) => {
    if (!Array.isArray(value)) return fail(issues, 'must be a list')
    const received = value as unknown as Parts
    let result = received
    for (let index = 0; index < value.length; index++) result = readPart(received, result, index, guard, issues)
    return result as unknown as Value[]
  }

export const either =
  <Entries, Single>(entries: Guard<Entries>, single: Guard<Single>): Guard<Entries | Single> =>
  (value, issues) =>
    (Array.isArray(value) ? entries : single)(value, issues)

export const numberOr =
  <Value extends object>(guard: Guard<Value>): Guard<number | Value> =>
  (value, issues) =>
    isObject(value) ? guard(value, issues) : numberOrObject(value, issues)

/** The guard of a text, or of a list of texts. Neither may be empty. */
export const oneOrMore = (message: string): Guard<string | string[]> => {
  const filled = valid<string>(message, (value) => typeof value === 'string' && value !== '')
  const entries = list<string>((value, issues) => (typeof value === 'string' ? filled : string)(value, issues))
  return (value, issues) => (Array.isArray(value) && value.length > 0 ? entries : filled)(value, issues)
}

/** JSON can have a field `__proto__`. It would become the prototype of an object that a host assigns it to. */
const withoutPrototype = (value: Parts): Parts => {
  if (!Object.hasOwn(value, '__proto__')) return value
  const { ['__proto__']: _, ...rest } = value
  return rest
}

/** Whether a key is of a page that extends `Object.prototype`. Its functions are no fields of a request or response. */
const isOfPage = (value: object, key: string) => key in Object.prototype && !Object.hasOwn(value, key)

const keysOf = <Value extends object>(fields: Fields<Value>) => Object.keys(fields) as (keyof Value & string)[]

/** The guard of an object. Unknown fields pass. */
export const object = <Value extends object>(fields: Fields<Value>): Guard<Value> => {
  const keys = keysOf(fields)
  return (value, issues) => {
    if (!isObject(value)) return fail(issues, 'must be an object')
    const received = withoutPrototype(value)
    let result = received
    for (const key of keys) result = readPart(received, result, key, fields[key], issues)
    return result as Value
  }
}

export const freeObject = object<Record<string, unknown>>({})

export const record =
  <Value>(guard: Guard<Value>): Guard<Record<string, Value>> =>
  (value, issues) => {
    const received = freeObject(value, issues)
    let result = received
    for (const key of Object.keys(received ?? {})) result = readPart(received, result, key, guard, issues)
    return result as Record<string, Value>
  }

/**
 * The guard of an object in a request. Unknown fields are problems. The object is copied, so that its `toJSON` adds
 * nothing.
 */
export const strictObject = <Value extends object>(fields: Fields<Value>): Guard<Value> => {
  const guard = object(fields)
  return (value, issues) => {
    if (!isObject(value)) return guard(value, issues)
    const known: Parts = {}
    for (const key of keysOf(fields)) if (key in value) known[key] = value[key]
    const read = guard(known, issues)
    for (const key in value)
      if (!Object.hasOwn(fields, key) && !isOfPage(value, key)) fail(issues, 'is not a known field', joinPath(key, ''))
    return read
  }
}

/** Reads a value with a guard. Returns undefined if it is invalid. */
export const ifValid =
  <Value>(guard: Guard<Value>) =>
  (value: unknown): Value | undefined => {
    const issues: FieldIssue[] = []
    const read = guard(value, issues)
    return issues.length > 0 ? undefined : read
  }
