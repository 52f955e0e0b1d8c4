'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import type { InboxStore } from '../../state/inboxStore.ts'
import { triageMessages, undoOfTriage } from '../../state/intents/triageMessages.ts'
import type { Undoable } from '../../state/intents/undo.ts'
import { useMarkMutation } from './useMarkMutation.ts'

/** The variables of `useArchive`. */
export interface ArchiveVariables {
  /** The `_id` of a message, or of several. */
  messageId: string | readonly string[]
  /** false returns them from the archive. Default true. */
  archived?: boolean | undefined
}

const archive = async (store: InboxStore, { messageId, archived = true }: ArchiveVariables) => {
  const ids = [messageId].flat()
  const triage = { action: archived ? 'archive' : 'unarchive' } as const
  const undo = undoOfTriage(store, triage, ids)
  await triageMessages(store, triage, ids)
  return { data: undefined, undo }
}

/**
 * Archives messages, or returns them to the feed. It shows at once, in every list and count: an archived message is
 * read, and only in lists with the filter `{ archived: true }`. If it fails, they show the service's state again.
 *
 * @returns TanStack's mutation result, with `undo`: `mutate({ messageId })`. `undo()` returns the messages to where
 * they were, with the flags that they had; it is undefined until the mutation has succeeded.
 * @throws SetupError outside an InboxProvider. A failure is in `error`, and in `useFailedMarks()`: a service without
 * archive responds with an `HttpError` 404, 405 or 501. See `useTriage`.
 */
export const useArchive = (): UseMutationResult<undefined, Error, ArchiveVariables> & Undoable =>
  useMarkMutation('archive', archive)
