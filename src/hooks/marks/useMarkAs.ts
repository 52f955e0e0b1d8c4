'use client'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { InboxMessage } from '../../contract/inboxMessage.ts'
import type { MarkAsBody } from '../../contract/marks.ts'
import type { Undoable } from '../../state/outbox/undoableMarks.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useUndo } from './useUndo.ts'

/**
 * Marks messages as read, unread, seen or unseen (4.6). The mark shows at once, in every list and count; it is sent
 * together with others made within a moment, in order. If it fails, what is shown is again what the service says.
 *
 * @returns TanStack's mutation result, and `undo`. Its variables are the body of 4.6:
 * `mutate({ messageId, markAs: 'read' })`. It resolves with the messages that the service found, as they are now.
 * @throws SetupError outside an InboxProvider. A failed mark is in `error`, and in `useFailedMarks()`.
 */
export const useMarkAs = (): UseMutationResult<InboxMessage[], Error, MarkAsBody> & Undoable => {
  const { store } = useInbox()
  const { undo, begin } = useUndo(store)
  const mutation = useMutation<InboxMessage[], Error, MarkAsBody>(
    {
      mutationKey: store.keys.markAs,
      mutationFn: async ({ messageId, markAs }) => {
        const keep = begin()
        const { messages, undo: back } = await store.markMessages(markAs, [messageId].flat())
        keep(back)
        return messages
      },
      // The log of marks waits for the network itself, and keeps the order while it does.
      networkMode: 'always',
      retry: false,
      throwOnError: false,
    },
    store.queryClient,
  )
  return { ...mutation, undo }
}
