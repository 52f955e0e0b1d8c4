import type { FieldIssue } from '../contract/fieldIssues.ts'

/** A value, and the way to it. */
interface Place {
  value: unknown
  key?: string
  parent?: Place
}

const unstorableText = /[\0\p{Surrogate}]/u

/**
 * Finds what a database can't hold in JSON that came from outside: PostgreSQL refuses the NUL character and half
 * a surrogate pair, and a number past the largest double would silently become null.
 */
export const findUnstorable = (root: unknown): FieldIssue | undefined => {
  // A list instead of recursion: what a client nests must not reach the depth of our stack.
  const places: Place[] = [{ value: root }]
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value } = place
    if (typeof value === 'string' && unstorableText.test(value))
      return { field: fieldOf(place), message: 'must not contain a NUL character or half of a surrogate pair' }
    if (typeof value === 'number' && !Number.isFinite(value))
      return { field: fieldOf(place), message: 'is too large a number to store' }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      if (unstorableText.test(key))
        return {
          field: fieldOf(place),
          message: 'has a field name with a NUL character or half of a surrogate pair',
        }
      places.push({ value: child, key, parent: place })
    }
  }
  return undefined
}

const fieldOf = ({ key, parent }: Place): string => {
  if (key === undefined || parent === undefined) return ''
  const above = fieldOf(parent)
  if (Array.isArray(parent.value)) return `${above}[${key}]`
  return above === '' ? key : `${above}.${key}`
}

/** Whether lists and objects are nested deeper than `levels`. */
export const isNestedDeeper = (root: unknown, levels: number): boolean => {
  let layer = [root]
  for (let depth = 0; layer.length > 0; depth++) {
    layer = layer.filter((value) => typeof value === 'object' && value !== null)
    if (layer.length > 0 && depth >= levels) return true
    layer = layer.flatMap((value) => Object.values(value as object))
  }
  return false
}

/** Makes text that a template put together fit for the database: filters can cut a surrogate pair, or decode %00. */
export const toStorableText = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
