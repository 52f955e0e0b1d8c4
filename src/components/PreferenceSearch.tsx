'use client'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useAnnounce } from './Announcer.tsx'
import { formatCount } from './formatCount.ts'
import { SearchIcon } from './panelIcons.tsx'
import { useLabels, useLocale } from './LanguageProvider.tsx'

export interface PreferenceSearchProps {
  query: string
  onQueryChange: (query: string) => void
  /** How many workflows were found. */
  count: number
}

/** How long typing must pause before the result is announced, in milliseconds. */
const pause = 600

/** The field that searches the workflows. The number of results shows, and is announced once typing pauses. */
export const PreferenceSearch = ({ query, onQueryChange, count }: PreferenceSearchProps) => {
  const labels = useLabels()
  const found = labels.preferencesFound(count, formatCount(count, useLocale()))
  const announce = useAnnounce()
  const isSearching = query.trim() !== ''
  const wasSearching = useRef(false)

  useEffect(() => {
    const isNews = isSearching || wasSearching.current
    wasSearching.current = isSearching
    if (!isNews) return undefined
    const timer = setTimeout(() => announce(found), pause)
    return () => clearTimeout(timer)
  }, [query, found, isSearching, announce])

  // Escape belongs to the innermost thing: it empties the field before it closes the panel.
  const emptyOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || query === '' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    onQueryChange('')
  }

  return (
    <div className="tidings-search" role="search">
      <SearchIcon />
      <input
        type="search"
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
