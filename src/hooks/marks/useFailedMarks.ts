'use client'
import { useMemo } from 'react'
import type { MarkLogState } from '../../state/marks/markLog.ts'
import type { FailedMark } from '../../state/model/mark.ts'
import { makeMark } from '../../state/outbox/makeMark.ts'
import { useInbox, useMarkLog } from '../provider/InboxProvider.tsx'

/** The marks that failed, and how to retry or dismiss them. */
export interface FailedMarks {
  /** The failed marks, in the order in which they failed. They change nothing that is shown. */
  failed: readonly FailedMark[]
  /** Makes all of them again. A mark that fails again returns to `failed`. */
  retry: () => void
  /** Drops all of them. */
  dismiss: () => void
}

const failedOf = ({ failed }: MarkLogState) => failed

/**
 * The marks that failed, so that an app can show them and offer a retry.
 *
 * @throws SetupError outside an InboxProvider.
 */
export const useFailedMarks = (): FailedMarks => {
  const { store } = useInbox()
  const failed = useMarkLog(failedOf)
  return useMemo(
    () => ({
      failed,
      retry: () => {
        // A second failure puts the mark back into the log, so the rejection needs no handler.
        for (const mark of failed) {
          // It may have been retried or dismissed meanwhile.
          if (!store.log.getState().failed.includes(mark)) continue
          store.log.dismiss(mark.id)
          makeMark(store, mark.verb, mark.target).catch(() => undefined)
        }
      },
      dismiss: () => {
        for (const { id } of failed) store.log.dismiss(id)
      },
    }),
    [store, failed],
  )
}
