import * as z from 'zod/mini'

/** Whether a value is an object with keys, and neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Free-form data in a request: a plain object. A Map or a Date would lose its contents in JSON. */
export const plainObject = z.record(z.string(), z.unknown())
