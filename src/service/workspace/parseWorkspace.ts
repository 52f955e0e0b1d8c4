import { errorPage } from '../../client/errors/errorCode.ts'
import { describeIssues, type FieldIssue } from '../../contract/fieldIssues.ts'
import { joinIssues } from '../http/Refusal.ts'
import { findUnstorable } from '../storable.ts'
import { zoneIssues } from '../subscribers/checkEntry.ts'
import { stepIssues } from './stepIssues.ts'
import { workspaceSchema, type Workspace } from './workspaceSchema.ts'

/** A workspace that is not valid. */
export class WorkspaceError extends Error {
  /** Name of the class. */
  override readonly name = 'WorkspaceError'
  /** Name of the error page: docs/errors/TIDINGS_503.md. */
  readonly code = 'TIDINGS_503'
  /** The problems, each with its field. */
  readonly issues: readonly FieldIssue[]

  constructor(issues: readonly FieldIssue[]) {
    super(`The workspace is not valid: ${joinIssues(issues)}. Correct the file. See ${errorPage('TIDINGS_503')}`)
    this.issues = issues
  }
}

/**
 * Validates a workspace and fills in its defaults.
 *
 * @param json The parsed workspace file, or its text.
 * @throws WorkspaceError that names every invalid field, such as `workflows[0].steps[1].channel must be "in_app" or
 * "email" or …`.
 */
export const parseWorkspace = (json: unknown): Workspace => {
  const value = typeof json === 'string' ? parseText(json) : json
  const unstorable = findUnstorable(value)
  if (unstorable) throw new WorkspaceError([unstorable])
  const read = workspaceSchema.safeParse(value)
  if (!read.success) throw new WorkspaceError(describeIssues(read.error.issues, value))
  const issues = [
    ...findDuplicates(read.data),
    ...findUnknownWorkflows(read.data),
    ...findBadZones(read.data),
    ...read.data.workflows.flatMap(({ steps }, index) => stepIssues(steps, `workflows[${index}].steps`)),
  ]
  if (issues.length > 0) throw new WorkspaceError(issues)
  return read.data
}

const parseText = (text: string): unknown => {
  try {
    // Some editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new WorkspaceError([{ field: '', message: `is not JSON (${reason})${cureOf(text)}` }])
  }
}

/** The cures of the usual mistakes in a JSON file. */
const cureOf = (text: string): string => {
  const outsideTexts = text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
  if (text.trim() === '') return ': it is empty'
  if (text.includes('\0')) return ': it seems to be UTF-16. Save it as UTF-8'
  if (/\/\/|\/\*/.test(outsideTexts)) return ': JSON has no comments. Remove them'
  if (/,\s*[\]}]/.test(outsideTexts)) return ': JSON has no comma before ] or }. Remove it'
  return ''
}

const findDuplicates = ({ tenants, integrations, workflows, subscribers }: Workspace): FieldIssue[] => [
  ...repeated(tenants, (index) => `tenants[${index}]`),
  ...repeated(
    integrations.map(({ identifier }) => identifier),
    (index) => `integrations[${index}].identifier`,
  ),
  ...repeated(
    workflows.map(({ identifier }) => identifier),
    (index) => `workflows[${index}].identifier`,
  ),
  ...repeated(
    subscribers.map(({ subscriberId }) => subscriberId),
    (index) => `subscribers[${index}].subscriberId`,
  ),
]

const repeated = (names: string[], fieldAt: (index: number) => string): FieldIssue[] =>
  names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [{ field: fieldAt(index), message: `is ${JSON.stringify(name)}, which an earlier entry uses` }]
      : [],
  )

const findBadZones = ({ subscribers }: Workspace): FieldIssue[] =>
  subscribers.flatMap(({ timezone }, index) => zoneIssues(`subscribers[${index}].timezone`, timezone))

const findUnknownWorkflows = ({ workflows, subscribers }: Workspace): FieldIssue[] => {
  const known = new Set(workflows.map(({ identifier }) => identifier))
  return subscribers.flatMap(({ preferences }, index) =>
    Object.keys(preferences?.workflows ?? {})
      .filter((identifier) => !known.has(identifier))
      .map((identifier) => ({
        field: `subscribers[${index}].preferences.workflows`,
        message: `names ${JSON.stringify(identifier)}, which is not a workflow of this file`,
      })),
  )
}
