'use client'
import { useMemo } from 'react'
import type { FailedMark } from '../../state/model/mark.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useMarkLog } from '../provider/useMarkLog.ts'

/** Marks that failed, and what to do about them. */
export interface FailedMarks {
  /** In the order in which they failed. They change nothing that is shown. */
  failed: readonly FailedMark[]
  /** Makes all of them again. */
  retry: () => void
  /** Forgets all of them. */
  dismiss: () => void
}

/**
 * The marks that did not succeed, so that the reader can be told and can try again.
 * @throws SetupError outside an InboxProvider.
 */
export const useFailedMarks = (): FailedMarks => {
  const { store } = useInbox()
  const { failed } = useMarkLog()
  return useMemo(
    () => ({
      failed,
      retry: () => {
        // A second failure puts the mark back into the list: there is nothing more to catch.
        for (const { id } of failed) store.retry(id).catch(() => undefined)
      },
      dismiss: () => {
        for (const { id } of failed) store.log.dismiss(id)
      },
    }),
    [store, failed],
  )
}
