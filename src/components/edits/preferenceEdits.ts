'use client'
import { createContext, useContext, useState } from 'react'
import type { DaySchedule } from '../../contract/preferences.ts'
import { memoizeByOwner } from '../base/memoizeByOwner.ts'
import { createEditMemory, type EditMemory } from './editMemory.ts'

/** Fields of a schedule: "isEnabled", and each day of the week by its name. */
export type ScheduleFieldValue = boolean | DaySchedule | undefined

/** What a reader changed about the preferences, since the page was loaded. */
export interface PreferenceEdits {
  /** Channels of a workflow, by their names. Undefined: those of all workflows. */
  channelsOf: (workflow: string | undefined) => EditMemory<boolean>
  /** Of the delivery hours: its switch and its days, by their names. */
  schedule: EditMemory<ScheduleFieldValue>
}

/** Makes an empty memory. */
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

/** The memory that belongs to an inbox: another subscriber begins with nothing of it. */
export const preferenceEditsOf = memoizeByOwner(createPreferenceEdits)

const PreferenceEditsContext = createContext<PreferenceEdits | undefined>(undefined)

/** Lets what was changed outlive the view: a panel may close while a change is being saved. */
export const PreferenceEditsProvider = PreferenceEditsContext.Provider

/** The memory around, else one that lasts as long as its user. */
export const usePreferenceEdits = (): PreferenceEdits => {
  const around = useContext(PreferenceEditsContext)
  const [own] = useState(createPreferenceEdits)
  return around ?? own
}
