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
 */
export const matchesConditions = (conditions: readonly StepFilter[], scope: ConditionScope): boolean =>
  conditions.every(({ isNegated, value, children }) => {
    const holds = (part: FieldFilterPart) => compares(part, scope)
    if (children.length === 0) return true
    return isNegated !== (value === 'OR' ? children.some(holds) : children.every(holds))
  })

const compares = ({ on, field, operator, value }: FieldFilterPart, scope: ConditionScope): boolean => {
  const found = valueAt(scope, [on, ...field.split('.')])
  switch (operator) {
    case 'EQUAL':
      return isEqual(found, value)
    case 'NOT_EQUAL':
      return !isEqual(found, value)
    case 'LARGER':
      return order(found, value, (difference) => difference > 0)
    case 'SMALLER':
      return order(found, value, (difference) => difference < 0)
    case 'LARGER_EQUAL':
      return order(found, value, (difference) => difference >= 0)
    case 'SMALLER_EQUAL':
      return order(found, value, (difference) => difference <= 0)
    case 'BETWEEN':
      return isBetween(found, value) === true
    case 'NOT_BETWEEN':
      return isBetween(found, value) === false
    case 'LIKE':
      return contains(found, value) === true
    case 'NOT_LIKE':
      return contains(found, value) === false
    case 'IN':
    case 'ANY_IN':
      return valuesOf(found)?.some((each) => isListed(each, value)) === true
    case 'NOT_IN':
      return valuesOf(found)?.some((each) => isListed(each, value)) === false
    case 'ALL_IN': {
      const values = valuesOf(found)
      return values !== undefined && listOf(value).every((wanted) => values.some((each) => isEqual(each, wanted)))
    }
    // An operator of a later version.
    default:
      return false
  }
}

const number = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i
const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:?\d{2})?)?$/

const isEqual = (found: unknown, value: string): boolean => {
  if (typeof found === 'number') return number.test(value) && found === Number(value)
  if (typeof found === 'boolean') return String(found) === value.trim().toLowerCase()
  return found === value
}

/** Compares two numbers, or two dates in ISO 8601. */
const order = (found: unknown, value: string, test: (difference: number) => boolean): boolean => {
  const difference = differenceOf(found, value)
  return difference !== undefined && test(difference)
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
