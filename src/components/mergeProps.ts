import { classNames } from './classNames.ts'

type Handler = (...args: unknown[]) => unknown

const isHandler = (name: string, value: unknown): value is Handler =>
  /^on[A-Z]/.test(name) && typeof value === 'function'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Two values of one prop. */
const mergeValue = (name: string, own: unknown, other: unknown): unknown => {
  if (other === undefined) return own
  if (name === 'className') return classNames(text(own), text(other))
  if (name === 'style') return Object.assign({}, own, other)
  if (isHandler(name, own) && isHandler(name, other))
    return (...args: unknown[]) => {
      other(...args)
      own(...args)
    }
  return other
}

/**
 * The props of a part's own element, and those of the element that replaces it. Classes and styles are joined, event handlers
 * called one after the other, the replacement's first; of all else the replacement decides.
 */
export const mergeProps = (own: AnyProps, other: AnyProps): Record<string, unknown> => ({
  ...own,
  ...Object.fromEntries(Object.entries(other).map(([name, value]) => [name, mergeValue(name, own[name], value)])),
})
