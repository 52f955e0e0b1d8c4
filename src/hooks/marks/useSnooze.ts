'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import type { InboxStore } from '../../state/inboxStore.ts'
import { type Triage, triageMessages, undoOfTriage } from '../../state/intents/triageMessages.ts'
import type { Undoable } from '../../state/intents/undo.ts'
import { useMarkMutation } from './useMarkMutation.ts'

/** The variables of `useSnooze`. */
export interface SnoozeVariables {
  /** The `_id` of a message, or of several. */
  messageId: string | readonly string[]
  /** When they are delivered again: later than now, and within a year. null returns snoozed ones now. */
  until: Date | null
}

const snooze = async (store: InboxStore, { messageId, until }: SnoozeVariables) => {
  const ids = [messageId].flat()
  const triage: Triage = until ? { action: 'snooze', snoozeUntil: until.toISOString() } : { action: 'unsnooze' }
  const undo = undoOfTriage(store, triage, ids)
  await triageMessages(store, triage, ids)
  return { data: undefined, undo }
}

/**
 * Snoozes messages, or returns snoozed ones. It shows at once, in every list and count: until then, a snoozed message
 * is only in lists with the filter `{ snoozed: true }`. Then it arrives again, unread and on top. If it fails, they
 * show the service's state again.
 *
 * @returns TanStack's mutation result, with `undo`: `mutate({ messageId, until })`. `undo()` returns the messages to
 * where they were; it is undefined until the mutation has succeeded.
 * @throws SetupError outside an InboxProvider. A failure is in `error`, and in `useFailedMarks()`: a service without
 * snooze responds with an `HttpError` 404, 405 or 501. See `useTriage`.
 */
export const useSnooze = (): UseMutationResult<undefined, Error, SnoozeVariables> & Undoable =>
  useMarkMutation('snooze', snooze)
