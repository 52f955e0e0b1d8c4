'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import type { InboxMessage } from '../../contract/inboxMessage.ts'
import type { MarkAsBody } from '../../contract/marks.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import { markKind } from '../../state/intents/markKind.ts'
import { markMessages } from '../../state/intents/markMessages.ts'
import { type Undoable, undoOf } from '../../state/intents/undo.ts'
import { useMarkMutation } from './useMarkMutation.ts'

const markAsBody = async (store: InboxStore, { messageId, markAs }: MarkAsBody) => {
  const ids = [messageId].flat()
  const undo = undoOf(store, markKind, { verb: markAs, ids })
  return { data: await markMessages(store, markAs, ids), undo: undo() }
}

/**
 * Marks messages as read, unread, seen or unseen. The mark shows at once, in every list and count. Marks made within a
 * moment are sent together, in order. If the mark fails, the lists and counts show the service's state again.
 *
 * @returns TanStack's mutation result, with `undo`. The variables are the body of the mark-as operation: `mutate({
 * messageId, markAs: 'read' })`. It resolves with the messages that the service found, as they are after the mark.
 * `undo()` restores the flags that they had before; it is undefined until a mark has succeeded.
 * @throws SetupError outside an InboxProvider. A failed mark is in `error`, and in `useFailedMarks()`.
 */
export const useMarkAs = (): UseMutationResult<InboxMessage[], Error, MarkAsBody> & Undoable =>
  useMarkMutation('markAs', markAsBody)
