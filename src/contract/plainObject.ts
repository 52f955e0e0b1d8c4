import * as z from 'zod/mini'

/** Free-form data of a request: a plain object, since a Map or a Date would lose what it holds on its way to JSON. */
export const plainObject = z.record(z.string(), z.unknown())
