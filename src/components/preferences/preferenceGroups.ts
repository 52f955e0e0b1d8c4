import { channels } from '../../contract/channel.ts'
import type { WorkflowPreference } from '../../contract/preferences.ts'
import type { InboxLabels } from '../language/labels.ts'

/** What a preference is for (2.9, WorkflowInfo). */
export type WorkflowInfo = WorkflowPreference['workflow']

/** Names the group that a workflow stands in. Undefined: it stands in none, before all groups. */
export type GroupOf = (workflow: WorkflowInfo) => string | undefined

/** Workflows below one title. */
export interface PreferenceGroup {
  /** Undefined: below none. */
  title: string | undefined
  workflows: WorkflowPreference[]
}

/** Workflows in groups: those without one first, then the groups as they come. */
export const groupPreferences = (workflows: readonly WorkflowPreference[], groupOf: GroupOf): PreferenceGroup[] => {
  const groups = new Map<string | undefined, WorkflowPreference[]>([[undefined, []]])
  for (const preference of workflows) {
    const title = groupOf(preference.workflow)
    groups.set(title, [...(groups.get(title) ?? []), preference])
  }
  return [...groups]
    .map(([title, members]) => ({ title, workflows: members }))
    .filter(({ workflows: { length } }) => length > 0)
}

/** Text as it is searched: without case and accents. */
const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The workflows whose name, group or channels hold every word of a query. */
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
