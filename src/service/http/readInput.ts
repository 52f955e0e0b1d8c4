import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { describeIssues, type FieldIssue } from '../../contract/fieldIssues.ts'
import { findUnstorable } from '../storable.ts'
import { Refusal, ValidationError } from './Refusal.ts'

const maxDepth = 100

/** A body above this size, in bytes, may take longer to read than an ordinary request takes altogether. */
const largeBody = 64 * 1024

/** The most values in a body. Reading and checking them blocks the event loop. */
const maxValues = 131_072

/**
 * Reads a body as JSON, whatever its content type.
 * @throws Refusal 413 for more than `maxBytes` or 131,072 values, 400 if the body is not JSON in UTF-8, or nests
 * lists and objects more than 100 deep.
 */
export const readJson = async (request: Request, maxBytes: number): Promise<unknown> => {
  const bytes = await readBytes(request, maxBytes)
  checkShape(bytes)
  const value = parse(bytes)
  // Parsing and checking it are two turns of the event loop.
  if (bytes.byteLength > largeBody) await nextTurn()
  return value
}

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal(400, 'The body is not JSON in UTF-8.')
  }
}

/** Counts levels and values before the body is parsed, which takes 20 times as long. */
const checkShape = (bytes: Uint8Array) => {
  let depth = 0
  let values = 1
  let isText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === quote) isText = !isText
    else if (isText) index += byte === backslash ? 1 : 0
    else if (byte === comma) values += 1
    else if (byte === bracket || byte === brace) {
      values += 1
      depth += 1
      if (depth > maxDepth) throw new Refusal(400, `The body nests lists and objects more than ${maxDepth} deep.`)
    } else if (byte === closingBracket || byte === closingBrace) depth -= 1
  }
  if (values > maxValues)
    throw new Refusal(413, `The body has more than ${maxValues} values. Split it into several calls.`)
}

const [quote, backslash, comma, bracket, brace, closingBracket, closingBrace] = new TextEncoder().encode('"\\,[{]}')

const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  const tooLarge = () => new Refusal(413, `The body is larger than ${maxBytes} bytes. Split it into several calls.`)
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    // The content-length may be missing or wrong, so count the bytes that arrive.
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'The body ended before it was complete.', { cause: error })
  }
  return Buffer.concat(chunks)
}

type Checked<Value> = { value: Value; issues?: never } | { value?: never; issues: FieldIssue[] }

/** Checks a value against its schema, and whether the database can store it. */
export const check = <Schema extends z.ZodMiniType>(schema: Schema, input: unknown): Checked<z.output<Schema>> => {
  const read = schema.safeParse(input)
  if (!read.success) return { issues: describeIssues(read.error.issues, input) }
  const unstorable = findUnstorable(read.data)
  return unstorable ? { issues: [unstorable] } : { value: read.data }
}

/** @throws ValidationError (422) that names every invalid field. */
export const readBody = <Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> => {
  const { value, issues } = check(schema, body)
  if (issues) throw new ValidationError(issues)
  return value
}

/**
 * Reads the list in the body of a bulk call. Checks only its length: the caller checks the entries one by one, so that
 * an invalid entry doesn't affect the others.
 * @throws ValidationError (422) if the body is anything else than this list with 1 to `max` entries.
 */
export const readList = (body: unknown, { field, max }: { field: string; max: number }): unknown[] => {
  const schema = z.strictObject({ [field]: z.array(z.unknown()).check(z.minLength(1), z.maxLength(max)) })
  const read = schema.safeParse(body)
  if (!read.success) throw new ValidationError(describeIssues(read.error.issues, body))
  return read.data[field] ?? []
}

/**
 * @param lists names of parameters that may be repeated.
 * @throws ValidationError (422) that names every invalid, unknown or repeated parameter.
 */
export const readQuery = <Schema extends z.ZodMiniType>(
  schema: Schema,
  query: URLSearchParams,
  lists: readonly string[] = [],
): z.output<Schema> => {
  const names = [...new Set(query.keys())]
  const repeated = names.filter((name) => !lists.includes(name) && query.getAll(name).length > 1)
  if (repeated.length > 0)
    throw new ValidationError(repeated.map((field) => ({ field, message: 'appears more than once' })))
  return readBody(
    schema,
    Object.fromEntries(names.map((name) => [name, lists.includes(name) ? query.getAll(name) : query.get(name)])),
  )
}
