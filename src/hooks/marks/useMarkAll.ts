'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import type { MarkAllBody } from '../../contract/marks.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import { markAll } from '../../state/intents/markMessages.ts'
import type { Undoable } from '../../state/intents/undo.ts'
import { useMarkMutation } from './useMarkMutation.ts'

/** The variables of `useMarkAll`: the body of the mark-all operation. */
export type MarkAllVariables = Omit<MarkAllBody, 'returnIds'>

const markAllMessages = async (store: InboxStore, { markAs, feedIdentifier }: MarkAllVariables) => {
  const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
  const { count, undo } = await markAll(store, markAs, feeds)
  return { data: count, undo }
}

/**
 * Marks all messages, or all messages of some feeds, as read, unread, seen or unseen. The mark shows at once, in every
 * list and count. If it fails, the lists and counts show the service's state again.
 *
 * @returns TanStack's mutation result, with `undo`. The variables are the body of the mark-all operation: `mutate({
 * markAs: 'read' })`. It resolves with the service's number: in most services, the number of messages that changed.
 * `undo()` restores the flags of the messages that the mark changed, and of no others: of the newest 1,000, or with a
 * service that returns no ids, of the loaded ones. `undo.count` is their number. `undo` is undefined until a mark has
 * succeeded, and if there are none.
 * @throws SetupError outside an InboxProvider. A failed mark is in `error`, and in `useFailedMarks()`.
 */
export const useMarkAll = (): UseMutationResult<number, Error, MarkAllVariables> & Undoable =>
  useMarkMutation('markAll', markAllMessages)
