'use client'
import { useMemo } from 'react'
import { retryIntent } from '../../state/intents/makeIntent.ts'
import { feedsOf, isFeedIntent } from '../../state/log/feedIntent.ts'
import type { FailedIntent } from '../../state/log/intent.ts'
import type { IntentLogState } from '../../state/log/intentLog.ts'
import type { FailedMark } from '../../state/model/mark.ts'
import { useInbox, useIntentLog } from '../provider/InboxProvider.tsx'

/** The marks that failed, and how to retry or dismiss them. */
export interface FailedMarks {
  /** The failed marks, in the order in which they failed. They change nothing that is shown. */
  failed: readonly FailedMark[]
  /** Makes all of them again. A mark that fails again returns to `failed`. */
  retry: () => void
  /** Drops all of them. */
  dismiss: () => void
}

const failedOf = ({ failed }: IntentLogState) => failed

const asMark = (intent: FailedIntent): FailedMark[] => {
  if (!isFeedIntent(intent)) return []
  const { id, verb, error } = intent
  const target: FailedMark['target'] =
    intent.ids === undefined ? { kind: 'all', feeds: feedsOf(intent) } : { kind: 'messages', ids: intent.ids }
  return [{ id, verb, target, error }]
}

/**
 * The marks that failed, so that an app can show them and offer a retry.
 *
 * @throws SetupError outside an InboxProvider.
 */
export const useFailedMarks = (): FailedMarks => {
  const { store } = useInbox()
  const failed = useIntentLog(failedOf)
  return useMemo(
    () => ({
      failed: failed.flatMap(asMark),
      retry: () => {
        // It may have been retried or dismissed meanwhile. A second failure puts it back into the log, so the rejection
        // needs no handler.
        for (const intent of failed)
          if (store.log.getState().failed.includes(intent)) retryIntent(store, intent).catch(() => undefined)
      },
      dismiss: () => {
        for (const { id } of failed) store.log.dismiss(id)
      },
    }),
    [store, failed],
  )
}
