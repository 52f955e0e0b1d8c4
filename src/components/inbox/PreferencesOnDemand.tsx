'use client'
import type { RefObject } from 'react'
import { onDemand } from '../feedback/onDemand.ts'
import { PartOnDemand } from '../feedback/PartOnDemand.tsx'
import { useBellLabels } from '../language/LanguageProvider.tsx'
import type { InboxPreferencesProps } from './InboxPreferences.tsx'

/** Loaded on demand, since few users open the preferences. */
export const preferencesCode = onDemand(async () => (await import('./InboxPreferences.tsx')).InboxPreferences)

export interface PreferencesOnDemandProps extends InboxPreferencesProps {
  /** The element that takes the focus of "Try again". */
  within: RefObject<HTMLElement | null>
}

/** The preferences, whose code is loaded when they show, or when the pointer is on the header. */
export const PreferencesOnDemand = ({ within, ...rest }: PreferencesOnDemandProps) => (
  <PartOnDemand code={preferencesCode} failedMessage={useBellLabels().preferencesFailed} within={within}>
    {(InboxPreferences) => <InboxPreferences {...rest} />}
  </PartOnDemand>
)
