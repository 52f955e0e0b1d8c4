import type * as z from 'zod/mini'

/** What is wrong with one field. */
export interface FieldIssue {
  /** Dotted path from the root, such as `events[2].name`; empty for the value itself. */
  field: string
  /** What is wrong with it. */
  message: string
}

const pathText = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )

const messageOf = (issue: z.core.$ZodIssue): string => {
  // zod/mini carries no texts of its own (they would cost every page 3 kB), so the common kinds are worded here.
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message === 'Invalid input'
        ? `is required, as ${issue.expected}`
        : `must be ${issue.expected}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return issue.message === 'Invalid input' ? `must hold at least ${issue.minimum}` : issue.message
    case 'too_big':
      return issue.message === 'Invalid input' ? `must hold at most ${issue.maximum}` : issue.message
    default:
      return issue.message === 'Invalid input' ? 'has a form that is not allowed here' : issue.message
  }
}

/** Turns what a schema found into one plain sentence per field, without quoting values that may be secret. */
export const describeIssues = (issues: readonly z.core.$ZodIssue[]): FieldIssue[] =>
  issues.map((issue) => ({ field: pathText(issue.path), message: messageOf(issue) }))
