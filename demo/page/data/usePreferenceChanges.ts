import { useCallback } from 'react'
import type { InboxProps } from 'tidings'
import { usePreferences } from 'tidings/hooks'
import * as z from 'zod/mini'
import { ask } from './ask.ts'

const saved = z.object({ saved: z.literal(true) })

type PreferenceChanges = Required<Pick<InboxProps, 'onPreferenceChange' | 'onScheduleChange'>>

/** Makes the preferences editable: the app's own server stores the changes. */
export const usePreferenceChanges = (): PreferenceChanges => {
  const { refetch } = usePreferences({ criticality: 'all' })
  const save = useCallback(
    async (path: string, body: object) => {
      await ask(path, saved, body)
      // Other parts of the page show the preferences too.
      void refetch()
    },
    [refetch],
  )
  return {
    onPreferenceChange: useCallback(
      ({ workflow, channel, enabled }) =>
        save('/preferences/channels', { workflow: workflow?.identifier, channel, enabled }),
      [save],
    ),
    onScheduleChange: useCallback((schedule) => save('/preferences/schedule', schedule), [save]),
  }
}
