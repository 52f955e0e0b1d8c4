import type { FieldFilterPart, StepFilter } from '../../contract/stepFilter.ts'
import { valueAt } from './valueAt.ts'

/** What conditions compare: the objects that `on` names. */
export interface ConditionScope {
  /** The recipient: its profile, and the fields of its `data`. */
  subscriber: Record<string, unknown>
  /** The payload of the event. */
  payload: Record<string, unknown>
}

/**
 * Whether all conditions hold. A condition without comparisons holds. A comparison of things that don't compare, such
 * as a missing field or a text with a number, is false.
 * @param onIncomparable receives a line for the operator about each such comparison, unless its field is missing. The
 * line has the cure, but not the value of the field, which may be private.
 */
export const matchesConditions = (
  conditions: readonly StepFilter[],
  scope: ConditionScope,
  onIncomparable?: (line: string) => void,
): boolean =>
  conditions.every(({ isNegated, value, children }) => {
    const holds = (part: FieldFilterPart) => {
      const found = valueAt(scope, [part.on, ...part.field.split('.')]) ?? undefined
      const result = compare(found, part)
      if (result === undefined && found !== undefined) onIncomparable?.(lineOf(part))
      return result === true
    }
    if (children.length === 0) return true
    return isNegated !== (value === 'OR' ? children.some(holds) : children.every(holds))
  })

/** Compares a field with the value of a comparison. Undefined if they don't compare. */
const compare = (found: unknown, { operator, value }: FieldFilterPart): boolean | undefined => {
  switch (operator) {
    case 'EQUAL':
      return equals(found, value)
    case 'NOT_EQUAL':
      return not(equals(found, value))
    case 'LARGER':
      return order(found, value, (difference) => difference > 0)
    case 'SMALLER':
      return order(found, value, (difference) => difference < 0)
    case 'LARGER_EQUAL':
      return order(found, value, (difference) => difference >= 0)
    case 'SMALLER_EQUAL':
      return order(found, value, (difference) => difference <= 0)
    case 'BETWEEN':
      return isBetween(found, value)
    case 'NOT_BETWEEN':
      return not(isBetween(found, value))
    case 'LIKE':
      return contains(found, value)
    case 'NOT_LIKE':
      return not(contains(found, value))
    case 'IN':
    case 'ANY_IN':
      return valuesOf(found)?.some((each) => isListed(each, value))
    case 'NOT_IN':
      return not(valuesOf(found)?.some((each) => isListed(each, value)))
    case 'ALL_IN': {
      const values = valuesOf(found)
      return values && listOf(value).every((wanted) => values.some((each) => isEqual(each, wanted)))
    }
    // An operator of a later version.
    default:
      return false
  }
}

const lineOf = ({ on, field, operator }: FieldFilterPart) =>
  `The comparison of ${on}.${field} by ${operator} is false: it needs ${needOf(operator)}. Correct the condition in ` +
  `the workspace file, or what is sent as ${on}.${field}.`

/** What an operator compares. */
const needOf = (operator: FieldFilterPart['operator']): string => {
  switch (operator) {
    case 'EQUAL':
    case 'NOT_EQUAL':
      return 'a text, a number, true or false (IN compares lists)'
    case 'BETWEEN':
    case 'NOT_BETWEEN':
      return 'a number and a value such as "18,65", or a date in ISO 8601 and two such dates'
    case 'LIKE':
    case 'NOT_LIKE':
      return 'a text or a number'
    case 'IN':
    case 'ANY_IN':
    case 'NOT_IN':
    case 'ALL_IN':
      return 'a text, a number, true or false, or a list of these'
    default:
      return 'two numbers, or two dates in ISO 8601'
  }
}

const not = (result: boolean | undefined) => (result === undefined ? undefined : !result)

const number = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i
const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:?\d{2})?)?$/

/** Compares a single value. Undefined for a list or an object. A missing field equals nothing. */
const equals = (found: unknown, value: string) => (typeof found === 'object' ? undefined : isEqual(found, value))

const isEqual = (found: unknown, value: string): boolean => {
  if (typeof found === 'number') return number.test(value) && found === Number(value)
  if (typeof found === 'boolean') return String(found) === value.trim().toLowerCase()
  return found === value
}

/** Compares two numbers, or two dates in ISO 8601. */
const order = (found: unknown, value: string, test: (difference: number) => boolean): boolean | undefined => {
  const difference = differenceOf(found, value)
  return difference === undefined ? undefined : test(difference)
}

const differenceOf = (found: unknown, value: string): number | undefined => {
  const text = typeof found === 'number' ? String(found) : found
  if (typeof text !== 'string') return undefined
  if (number.test(text) && number.test(value)) return Number(text) - Number(value)
  const difference = date.test(text) && date.test(value.trim()) ? Date.parse(text) - Date.parse(value.trim()) : NaN
  return Number.isNaN(difference) ? undefined : difference
}

/** Whether it is between two values, or one of them: `"18,65"`. Undefined if that can't be compared. */
const isBetween = (found: unknown, value: string): boolean | undefined => {
  const [from, to, ...more] = listOf(value)
  if (from === undefined || to === undefined || more.length > 0) return undefined
  const [above, below] = [differenceOf(found, from), differenceOf(found, to)]
  return above === undefined || below === undefined ? undefined : above >= 0 && below <= 0
}

/** Whether a text contains another one, whatever their case. */
const contains = (found: unknown, value: string): boolean | undefined =>
  typeof found === 'string' || typeof found === 'number'
    ? String(found).toLowerCase().includes(value.toLowerCase())
    : undefined

/** The entries of `"a, b"`. */
const listOf = (value: string): string[] => value.split(',').map((each) => each.trim())

const isListed = (found: unknown, value: string): boolean => listOf(value).some((each) => isEqual(found, each))

/** The values of a list, or a single value as a list. Undefined for others. */
const valuesOf = (found: unknown): unknown[] | undefined => {
  if (Array.isArray(found)) return found
  return ['string', 'number', 'boolean'].includes(typeof found) ? [found] : undefined
}
