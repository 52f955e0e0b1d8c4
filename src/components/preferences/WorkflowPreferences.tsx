'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { WorkflowPreference } from '../../contract/preferences.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import { SearchIcon } from '../base/panelIcons.tsx'
import { readText } from '../base/readText.ts'
import { useEscape } from '../base/useEscape.ts'
import { useReportOnce } from '../base/useReportOnce.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'
import { type GroupOf, groupPreferences, type PreferenceGroup, searchPreferences } from './preferenceGroups.ts'
import { PreferenceRow, type PreferenceRowProps } from './PreferenceRow.tsx'

interface PreferenceSearchProps {
  query: string
  onQueryChange: (query: string) => void
  /** Number of workflows found. */
  count: number
}

/** Pause in typing before the result is announced, in milliseconds. */
const pause = 600

/** The field that searches the workflows. The number of results shows, and is announced when typing pauses. */
const PreferenceSearch = ({ query, onQueryChange, count }: PreferenceSearchProps) => {
  const labels = useLabels()
  const found = labels.preferencesFound(count, formatCount(count, useLocale()))
  const announce = useAnnounce()
  const isSearching = query.trim() !== ''
  const wasSearching = useRef(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const isNews = isSearching || wasSearching.current
    wasSearching.current = isSearching
    if (!isNews) return undefined
    const timer = setTimeout(() => announce(found), pause)
    return () => clearTimeout(timer)
  }, [query, found, isSearching, announce])

  // The first Escape clears the field, the next one closes the panel.
  const emptyOnEscape = useEscape(field, query === '' ? undefined : () => onQueryChange(''))

  return (
    <div className="tidings-search" role="search">
      <SearchIcon />
      <input
        ref={field}
        type="search"
        // It belongs to no form: Enter would submit that of the app around.
        form=""
        className="tidings-search-field"
        aria-label={labels.searchPreferences}
        placeholder={labels.searchPreferences}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onQueryChange(event.currentTarget.value)}
        onKeyDown={emptyOnEscape}
      />
      {isSearching && <span className="tidings-preference-note">{found}</span>}
    </div>
  )
}

interface WorkflowPreferencesProps {
  workflows: readonly WorkflowPreference[]
  /** Identifiers of the workflows that the user can't switch off. */
  critical: readonly string[]
  /** Default: critical workflows are in the group "Always on", below the others. */
  groupOf: GroupOf | undefined
  /** Props that make a row editable. */
  rowOf: (workflow: WorkflowPreference['workflow']) => Pick<PreferenceRowProps, 'edits' | 'onChannelChange'>
}

/** The search field shows for more workflows than this. */
const searchFrom = 8

export const WorkflowPreferences = ({ workflows, critical, groupOf, rowOf }: WorkflowPreferencesProps) => {
  const labels = useLabels()
  const [query, setQuery] = useState('')
  const report = useReportOnce()
  const chooseGroup: GroupOf = (workflow) => {
    if (!groupOf) return critical.includes(workflow.identifier) ? labels.alwaysOn : undefined
    try {
      return readText(groupOf(workflow))
    } catch (error) {
      report('groupOf', error)
      return undefined
    }
  }
  const isSearchable = workflows.length > searchFrom
  const found = isSearchable ? searchPreferences(workflows, query, chooseGroup, labels) : workflows

  return (
    <>
      {isSearchable && <PreferenceSearch query={query} onQueryChange={setQuery} count={found.length} />}
      {groupPreferences(found, chooseGroup).map((group) => (
        <Group key={group.title ?? ''} {...group}>
          {({ workflow, enabled, channels, onlyIf }, level) => (
            <PreferenceRow
              key={workflow.identifier}
              name={workflow.name}
              level={level}
              enabled={enabled}
              channels={channels}
              onlyIf={onlyIf}
              alwaysOn={critical.includes(workflow.identifier)}
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
  const titleId = useUniqueId()
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
