import { useCallback } from 'react'
import type { InboxProps } from 'tidings'
import { usePreferences } from 'tidings/hooks'
import * as z from 'zod/mini'
import { ask } from './ask.ts'

const saved = z.object({ saved: z.literal(true) })

type PreferenceChanges = Required<Pick<InboxProps, 'onPreferenceChange' | 'onScheduleChange'>>

/** What makes the preferences editable: this site's own server keeps what is chosen. */
export const usePreferenceChanges = (): PreferenceChanges => {
  const { refetch } = usePreferences({ criticality: 'all' })
  const save = useCallback(
    async (path: string, body: object) => {
      await ask(path, saved, body)
      // The rest of the page shows them too.
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
