import * as z from 'zod/mini'

/** One of the documented values, or a value that a newer service adds. */
export type OpenEnum<Known extends string> = Known | (string & {})

/**
 * An enum in a response. It documents the known values and accepts any string: a service that adds a channel or a
 * status must not break older inboxes.
 */
export const openEnum = <const Values extends readonly string[]>(_known: Values) =>
  z.pipe(
    z.string(),
    z.transform((value: string): OpenEnum<Values[number]> => value),
  )

/**
 * An object in a response. Unknown fields pass through unchanged.
 *
 * The type lists the documented fields only. That is sound: a value may have more properties than its type. The index
 * signature of a loose object would hide a misspelled field, which so stays a type error.
 */
export const responseObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape) as unknown as z.ZodMiniObject<Shape, z.core.$strip>

/** An optional field of a response. Services send `null` for a missing value as often as they omit the field. */
export const maybe = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value: z.output<Schema> | null) => value ?? undefined),
    ),
  )

/** Named, because declarations repeat the type of a field in each operation. */
export interface IfValid<Value> extends z.ZodMiniOptional<z.ZodMiniType<Value>> {}

/** An optional field of an extension. An invalid value is as none: another service may have a field of that name. */
export const ifValid = <Value>(schema: z.ZodMiniType<Value>) =>
  // oxlint-disable-next-line promise/valid-params -- a schema, not a promise
  z.catch(z.optional(schema), undefined) as unknown as IfValid<Value>

/** An optional field whose documented type includes `null`. */
export const maybeNull = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema))

/** The response of an operation with the status 204, which has no body. */
export const noContent = z.pipe(
  z.unknown(),
  z.transform((): void => {}),
)

/** A free-form JSON object. Not `z.record`: every inbox would load its code for this alone. */
export const freeObject = z.looseObject({})

/** Free-form data in a request: a plain object. A Map or a Date would lose its contents in JSON. */
export const plainObject = z.record(z.string(), z.unknown())
