import * as z from 'zod/mini'

/** Is it an object with keys, rather than a list or null? */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Free-form data of a request: a plain object, since a Map or a Date would lose what it holds on its way to JSON. */
export const plainObject = z.record(z.string(), z.unknown())
