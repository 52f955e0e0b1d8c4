'use client'
import { useId, useState, type ReactNode } from 'react'
import type { WorkflowPreference } from '../contract/preferences.ts'
import { useLabels } from './LanguageProvider.tsx'
import { groupPreferences, searchPreferences, type GroupOf, type PreferenceGroup } from './preferenceGroups.ts'
import { PreferenceRow, type PreferenceRowProps } from './PreferenceRow.tsx'
import { PreferenceSearch } from './PreferenceSearch.tsx'

export interface WorkflowPreferencesProps {
  workflows: readonly WorkflowPreference[]
  isCritical: (workflow: WorkflowPreference['workflow']) => boolean
  /** Default: what is critical stands below the others, as "Always on". */
  groupOf: GroupOf | undefined
  /** What a row needs to be switched. */
  rowOf: (workflow: WorkflowPreference['workflow']) => Pick<PreferenceRowProps, 'edits' | 'onChannelChange'>
}

/** More workflows than this can be searched. */
const searchFrom = 8

/** The workflows in groups. Many of them can be searched. */
export const WorkflowPreferences = ({ workflows, isCritical, groupOf, rowOf }: WorkflowPreferencesProps) => {
  const labels = useLabels()
  const [query, setQuery] = useState('')
  const chooseGroup = groupOf ?? ((workflow) => (isCritical(workflow) ? labels.alwaysOn : undefined))
  const isSearchable = workflows.length > searchFrom
  const found = isSearchable ? searchPreferences(workflows, query, chooseGroup, labels) : workflows

  return (
    <>
      {isSearchable && <PreferenceSearch query={query} onQueryChange={setQuery} count={found.length} />}
      {groupPreferences(found, chooseGroup).map((group) => (
        <Group key={group.title ?? ''} {...group}>
          {({ workflow, enabled, channels }, level) => (
            <PreferenceRow
              key={workflow.identifier}
              name={workflow.name}
              level={level}
              enabled={enabled}
              channels={channels}
              alwaysOn={isCritical(workflow)}
              isGroupAlwaysOn={groupOf === undefined}
              {...rowOf(workflow)}
            />
          )}
        </Group>
      ))}
    </>
  )
}

interface GroupProps extends PreferenceGroup {
  children: (preference: WorkflowPreference, level: 3 | 4) => ReactNode
}

const Group = ({ title, workflows, children }: GroupProps) => {
  const titleId = useId()
  if (title === undefined) return workflows.map((preference) => children(preference, 3))
  return (
    <section className="tidings-preference-group" aria-labelledby={titleId}>
      <h3 className="tidings-preference-title" id={titleId}>
        <bdi>{title}</bdi>
      </h3>
      {workflows.map((preference) => children(preference, 4))}
    </section>
  )
}
