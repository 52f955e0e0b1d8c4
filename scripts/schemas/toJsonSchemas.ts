import * as z from 'zod/mini'
import type { JsonSchema } from './addDocs.ts'

type Schema = z.core.$ZodType
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

/** Marks a field that clients also accept as null, although the interface doesn't list that. */
const maybeNull = 'x-maybe-null'

const isMaybe = (schema: Schema): boolean => {
  const def = defOf(schema)
  return def.type === 'pipe' && defOf(def.out).type === 'transform' && defOf(def.in).type === 'nullable'
}

const isFlag = (schema: Schema): boolean => {
  const def = defOf(schema)
  return def.type === 'union' && def.options.some((option) => defOf(option).type === 'boolean')
}

const override = ({ zodSchema, jsonSchema }: { zodSchema: Schema; jsonSchema: object }): void => {
  if (isMaybe(zodSchema)) Object.assign(jsonSchema, { [maybeNull]: true })
  // In code, a flag of a query is a boolean. In a URL, it is the text of that boolean.
  if (!isFlag(zodSchema)) return
  delete (jsonSchema as JsonSchema).anyOf
  Object.assign(jsonSchema, { type: 'boolean' })
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Removes keywords that allow every JSON value, and those that only concern clients. */
const simplify = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(simplify)
  if (typeof value !== 'object' || value === null) return value
  const { [maybeNull]: isOptionalNull, ...json }: JsonSchema = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'default' ? inner : simplify(inner)]),
  )
  if (isOptionalNull && Array.isArray(json.type)) {
    const [type = 'null', ...others] = json.type.filter((name) => name !== 'null')
    json.type = others.length > 0 ? [type, ...others] : type
  }
  if (isOptionalNull && json.anyOf) {
    const { anyOf, ...rest } = json
    const [first, ...others] = anyOf.filter(({ type }) => type !== 'null')
    return others.length > 0 ? { ...rest, anyOf: [first, ...others] } : { ...rest, ...first }
  }
  if (isEmpty(json.properties)) delete json.properties
  else if (json.properties && isEmpty(json.additionalProperties)) delete json.additionalProperties
  if (json.propertyNames?.type === 'string' && Object.keys(json.propertyNames).length === 1) delete json.propertyNames
  if (json.type === 'number' && json['multipleOf'] === 1) {
    json.type = 'integer'
    delete json['multipleOf']
    if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
  }
  return json
}

/** JSON schemas of named zod schemas, which reference each other by `#/components/schemas/<name>`. */
export const toComponents = (named: ReadonlyMap<string, Schema>): Record<string, JsonSchema> => {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of named) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    override,
    unrepresentable: 'any',
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, id: _name, ...schema }]) => [
      name,
      simplify(schema) as JsonSchema,
    ]),
  )
}

/** The JSON schema of a query, with the types that its parameters have in code. */
export const toQuerySchema = (schema: Schema): JsonSchema =>
  simplify(z.toJSONSchema(schema, { override, unrepresentable: 'any', io: 'output' })) as JsonSchema

/** The JSON schema of a file that people write, in draft 7, which editors support best. */
export const toFileSchema = (schema: Schema): JsonSchema =>
  simplify(z.toJSONSchema(schema, { override, io: 'input', target: 'draft-7' })) as JsonSchema
