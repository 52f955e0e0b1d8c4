import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** A problem with one field. */
export interface FieldIssue {
  /** Path from the root: `events[2].name`. Empty for the value itself. */
  field: string
  /** Problem, as the rest of a sentence that begins with the field's name: "must be a string". */
  message: string
}

/** A list of a million wrong values must not produce a million sentences. */
export const maxIssues = 100

/**
 * Describes the issues of a schema in one plain sentence per field, 100 at most. It never quotes values, which may be
 * secret.
 * @param input the checked value. With it, a missing field is distinguished from one of the wrong type.
 */
export const describeIssues = (issues: readonly Issue[], input?: unknown): FieldIssue[] => {
  const described = new Map<string, FieldIssue>()
  const mistyped = new Set<string>()
  const add = (path: Path, message: string, code?: Issue['code']) => {
    const field = pathText(path)
    // zod checks the length of a list too, where a text should be.
    if (mistyped.has(field)) return
    if (code === 'invalid_type') mistyped.add(field)
    described.set(`${field} ${message}`, { field, message })
  }
  const describe = (found: readonly Issue[], parent: Path) => {
    for (const issue of found) {
      if (described.size >= maxIssues) return
      const path = [...parent, ...issue.path]
      const nearest = issue.code === 'invalid_union' ? nearestForm(issue.errors) : undefined
      if (nearest) describe(nearest, path)
      else if (issue.code === 'unrecognized_keys')
        for (const key of issue.keys.slice(0, maxIssues)) add([...path, key], 'is not a known field')
      else {
        const message = messageOf(issue)
        const missing = input !== undefined && path.length > 0 && valueAt(input, path) === undefined
        add(path, missing ? `is missing: it ${message}` : message, issue.code)
      }
    }
  }
  describe(issues, [])
  return [...described.values()].slice(0, maxIssues)
}

/**
 * Finds the form of a union that the value was probably meant to have: the one of the value's type with the fewest
 * wrong fields. Undefined if no form has the value's type.
 */
const nearestForm = (forms: readonly Issue[][]): Issue[] | undefined =>
  forms
    .filter((issues) => issues.length > 0 && !issues.some(isMismatch))
    .sort((one, other) => one.length - other.length)[0]

const isMismatch = (issue: Issue): boolean =>
  issue.path.length === 0 &&
  (issue.code === 'invalid_type' ||
    issue.code === 'invalid_value' ||
    (issue.code === 'invalid_union' && nearestForm(issue.errors) === undefined))

const messageOf = (issue: Issue): string => {
  // The contract's own messages begin like this. zod/mini has no messages; the full zod of a host app has its own
  // language.
  if (issue.message.startsWith('must ')) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map((value) => JSON.stringify(value) ?? String(value)))}`
    case 'invalid_union':
      return `must be ${oneOf(issue.errors.flatMap(([first]) => (first ? bare(messageOf(first)) : [])))}`
    case 'invalid_key':
      return 'has an invalid name'
    case 'too_small':
      return boundText(issue, `at least ${issue.minimum}`)
    case 'too_big':
      return boundText(issue, `at most ${issue.maximum}`)
    default:
      return 'has an invalid format'
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const boundText = ({ origin }: { origin: string }, bound: string): string => {
  if (origin === 'string') return `must have ${bound} character${bound.endsWith(' 1') ? '' : 's'}`
  return origin === 'array' ? `must have ${bound} entr${bound.endsWith(' 1') ? 'y' : 'ies'}` : `must be ${bound}`
}

const bare = (message: string) => message.replace(/^must be /, '')

/** "a", "a or b", "a, b or c". */
const oneOf = (options: string[]): string => [...new Set(options)].join(', ').replace(/, ([^,]*)$/, ' or $1')

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (value === null || value === undefined ? undefined : Reflect.get(Object(value), key)),
    input,
  )

const pathText = (path: Path): string => path.reduceRight<string>((rest, key) => joinPath(key, rest), '')

/** Puts a key before the path of a field in it: "data" and "[2].name" are "data[2].name". */
export const joinPath = (key: PropertyKey, rest: string): string => {
  const name = String(key)
  const first = typeof key === 'number' ? `[${key}]` : /^[\w$-]+$/.test(name) ? name : `[${JSON.stringify(name)}]`
  return first + (/^(\[|$)/.test(rest) ? '' : '.') + rest
}
