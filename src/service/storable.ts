import type { FieldIssue } from '../contract/fieldIssues.ts'

interface Place {
  value: unknown
  key?: string
  parent?: Place
}

const unstorableText = /[\0\p{Surrogate}]/u

/**
 * PostgreSQL rejects the NUL character and lone surrogates, and a number beyond the range of a double would silently
 * become null.
 */
export const findUnstorable = (root: unknown): FieldIssue | undefined => {
  // A list instead of recursion: deep nesting in a request must not overflow the stack.
  const places: Place[] = [{ value: root }]
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value } = place
    if (typeof value === 'string' && unstorableText.test(value))
      return { field: fieldOf(place), message: 'must not contain a NUL character or a lone surrogate' }
    if (typeof value === 'number' && !Number.isFinite(value))
      return { field: fieldOf(place), message: 'is too large to store' }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      if (unstorableText.test(key))
        return {
          field: fieldOf(place),
          message: 'has a field name with a NUL character or a lone surrogate',
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

/** Whether arrays and objects are nested deeper than `levels`. */
export const isNestedDeeper = (root: unknown, levels: number): boolean => {
  let layer = [root]
  for (let depth = 0; layer.length > 0; depth++) {
    layer = layer.filter((value) => typeof value === 'object' && value !== null)
    if (layer.length > 0 && depth >= levels) return true
    layer = layer.flatMap((value) => Object.values(value as object))
  }
  return false
}

/** Makes rendered text storable: template filters can cut a surrogate pair or decode %00. */
export const toStorableText = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
