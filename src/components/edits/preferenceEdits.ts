'use client'
import { createContext, useContext, useState } from 'react'
import type { DaySchedule } from '../../contract/preferences.ts'
import { memoizeByOwner } from '../base/memoizeByOwner.ts'
import { createEditMemory, type EditMemory } from './editMemory.ts'

/** The value of a schedule's field: of "isEnabled", or of a day of the week. */
export type ScheduleFieldValue = boolean | DaySchedule | undefined

/** The reader's changes to the preferences since the browser page was loaded. */
export interface PreferenceEdits {
  /** Changes to the channels of a workflow, by channel. Undefined: of all workflows. */
  channelsOf: (workflow: string | undefined) => EditMemory<boolean>
  /** Changes to the delivery hours, by field: "isEnabled" and the days of the week. */
  schedule: EditMemory<ScheduleFieldValue>
}

/** Creates an empty memory. */
export const createPreferenceEdits = (): PreferenceEdits => {
  const channels = new Map<string | undefined, EditMemory<boolean>>()
  return {
    channelsOf: (workflow) => {
      const memory = channels.get(workflow) ?? createEditMemory<boolean>()
      channels.set(workflow, memory)
      return memory
    },
    schedule: createEditMemory(),
  }
}

/** The memory of an inbox store. Another subscriber has another store, and so an empty memory. */
export const preferenceEditsOf = memoizeByOwner(createPreferenceEdits)

const PreferenceEditsContext = createContext<PreferenceEdits | undefined>(undefined)

/** Provides edits that outlive the preferences view: the panel may close while a change is being saved. */
export const PreferenceEditsProvider = PreferenceEditsContext.Provider

/** The edits of the nearest provider, else edits that last as long as the component. */
export const usePreferenceEdits = (): PreferenceEdits => {
  const around = useContext(PreferenceEditsContext)
  const [own] = useState(createPreferenceEdits)
  return around ?? own
}
