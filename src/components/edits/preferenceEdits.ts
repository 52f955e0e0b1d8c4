'use client'
import { createContext, useContext, useState, useSyncExternalStore } from 'react'
import { memoizeByKey } from '../../state/model/memoizeByKey.ts'
import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'
import { createEditLog, type Edit, type EditLog } from './editLog.ts'

/** The user's changes to the preferences since the browser page was loaded. */
export interface PreferenceEdits {
  /** Changes to the channels of a workflow, by channel. Undefined: of all workflows. */
  channelsOf: (workflow: string | undefined) => EditLog
  /** Changes to the delivery hours, by field: "isEnabled" and the days of the week. */
  schedule: EditLog
}

/** The logs of one inbox, still empty. */
export const createPreferenceEdits = (): PreferenceEdits => ({
  channelsOf: memoizeByKey(createEditLog),
  schedule: createEditLog(),
})

/** The logs of an inbox store. Another subscriber has another store, and so empty logs. */
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

export const useEdits = ({ subscribe, getState }: EditLog): readonly Edit[] =>
  useSyncExternalStore(subscribe, getState, getState)
