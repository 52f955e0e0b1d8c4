import { channels } from '../../contract/channel.ts'
import type { WorkflowPreference } from '../../contract/preferences.ts'
import type { InboxLabels } from '../language/labels.ts'

/** The workflow of a preference. */
export type WorkflowInfo = WorkflowPreference['workflow']

/** Returns the title of a workflow's group. A workflow without one (undefined) comes before all groups. */
export type GroupOf = (workflow: WorkflowInfo) => string | undefined

/** Workflows under one title. */
export interface PreferenceGroup {
  title: string | undefined
  workflows: WorkflowPreference[]
}

/**
 * Groups workflows: first those without a group, which may be none, then each group in the order of its first workflow.
 */
export const groupPreferences = (workflows: readonly WorkflowPreference[], groupOf: GroupOf): PreferenceGroup[] => {
  const groups = new Map<string | undefined, WorkflowPreference[]>([[undefined, []]])
  for (const preference of workflows) {
    const title = groupOf(preference.workflow)
    groups.set(title, [...(groups.get(title) ?? []), preference])
  }
  return [...groups].map(([title, members]) => ({ title, workflows: members }))
}

/** Normalizes text for the search: no case, no accents. */
const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The workflows whose name, group and channels together contain every word of a query. */
export const searchPreferences = (
  workflows: readonly WorkflowPreference[],
  query: string,
  groupOf: GroupOf,
  labels: InboxLabels,
): readonly WorkflowPreference[] => {
  const words = folded(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return workflows
  return workflows.filter((preference) => {
    const { workflow } = preference
    const names = channels.filter((channel) => preference.channels[channel] !== undefined).map(labels.channel)
    const text = folded([workflow.name, groupOf(workflow) ?? '', ...names].join(' '))
    return words.every((word) => text.includes(word))
  })
}
