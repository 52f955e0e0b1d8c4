import ts from 'typescript'

/** The part of a JSON schema that the generators read and change. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  deprecated?: boolean
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  [keyword: string]: unknown
}

/** Removes section numbers of the interface, which readers of a JSON schema don't have. */
const withoutSections = (text: string) =>
  text.replaceAll(/ \((?:\d\.\d|part \d)[^)]*\)/g, '').replaceAll(/\s*\n\s*/g, ' ')

/** The doc comment of a symbol, as one line. */
export const docTextOf = (checker: ts.TypeChecker, symbol: ts.Symbol): string =>
  withoutSections(ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim())

/**
 * Adds information to a JSON schema that its zod schema lacks at runtime, so that no app loads it: doc comments of the
 * fields, and documented values of open enums. Both come from the TypeScript type of the schema.
 */
export const addDocs = (checker: ts.TypeChecker, schema: JsonSchema, type: ts.Type): void => {
  const walk = (json: JsonSchema, types: readonly ts.Type[]): void => {
    const members = types.flatMap((one) => (one.isUnion() ? one.types : [one]))
    for (const branch of json.anyOf ?? []) walk(branch, members)
    for (const [name, property] of Object.entries(json.properties ?? {})) {
      const symbols = members.flatMap((member) => checker.getPropertyOfType(member, name) ?? [])
      const text = symbols.map((symbol) => docTextOf(checker, symbol)).find((found) => found !== '')
      if (text !== undefined) property.description = text
      if (symbols.some((symbol) => symbol.getJsDocTags(checker).some((tag) => tag.name === 'deprecated')))
        property.deprecated = true
      walk(
        property,
        symbols.map((symbol) => checker.getTypeOfSymbol(symbol)),
      )
    }
    const indexed = (kind: ts.IndexKind) => members.flatMap((member) => checker.getIndexTypeOfType(member, kind) ?? [])
    if (json.items) walk(json.items, indexed(ts.IndexKind.Number))
    if (typeof json.additionalProperties === 'object') walk(json.additionalProperties, indexed(ts.IndexKind.String))
    addKnownValues(json, members)
  }
  walk(schema, [type])
}

/** For zod, an open enum is any string. Its type lists the documented values. */
const addKnownValues = (json: JsonSchema, members: readonly ts.Type[]): void => {
  if (json.type !== 'string' || json.enum || json.const !== undefined) return
  // Sort, because the compiler's order depends on the other files that it has read.
  const known = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : [])).toSorted()
  if (known.length === 0) return
  const { minLength, maxLength } = json
  for (const moved of ['type', 'minLength', 'maxLength']) delete json[moved]
  json.anyOf = [
    { type: 'string', enum: known },
    { type: 'string', ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) },
  ]
}
