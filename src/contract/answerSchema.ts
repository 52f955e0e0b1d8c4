import * as z from 'zod/mini'

/** One of the documented values, or a value that a newer service has added since. */
export type OpenEnum<Known extends string> = Known | (string & {})

/**
 * An enum inside an answer. It documents the known values and accepts any string, so that a service that
 * learns a new channel or status does not make older inboxes unreadable.
 */
export const openEnum = <const Values extends readonly string[]>(_known: Values) =>
  z.pipe(
    z.string(),
    z.transform((value: string): OpenEnum<Values[number]> => value),
  )

/**
 * An object inside an answer: fields that this version does not know pass through untouched.
 *
 * The type lists the documented fields only. That is sound, since a value may always have more properties than
 * its type, and it keeps a misspelt field a type error, which the index signature of a loose object would hide.
 */
export const answerObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape) as unknown as z.ZodMiniObject<Shape, z.core.$strip>

/** An optional field of an answer. Services write `null` for "not there" as often as they leave the field out. */
export const maybe = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value: z.output<Schema> | null) => value ?? undefined),
    ),
  )

/** An optional field whose documented type includes `null`. */
export const maybeNull = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema))

/** A free-form JSON object: keys to anything. No z.record, which every inbox would load for this alone. */
export const freeObject = z.looseObject({})

/**
 * Takes the `{"data": X}` envelope off an answer: production wraps every answer but the feed, the interface
 * shows none. An object whose one and only key is `data` is an envelope; anything else is the answer itself.
 */
export const openEnvelope = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const keys = Object.keys(body)
  return keys.length === 1 && 'data' in body ? body.data : body
}
