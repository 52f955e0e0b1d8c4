'use client'

import { useMutation } from '@tanstack/react-query'
import type { InboxMessage } from '../contract/inboxMessage.ts'
import type { MarkAsBody } from '../contract/marks.ts'
import { useInbox } from './InboxProvider.tsx'

/**
 * Marks messages as read, unread, seen or unseen (4.6). The mark shows at once, in every list and count; it is sent
 * together with others made within a moment, in order. If it fails, what is shown is again what the service says.
 *
 * @returns TanStack's mutation result. Its variables are the body of 4.6: `mutate({ messageId, markAs: 'read' })`.
 * It resolves with the messages that the service found, as they are now.
 * @throws Error outside an InboxProvider. A failed mark is in `error`, and in `useFailedMarks()`.
 */
export const useMarkAs = () => {
  const { store } = useInbox()
  return useMutation<InboxMessage[], Error, MarkAsBody>(
    {
      mutationKey: [...store.keys.marks, 'as'],
      mutationFn: async ({ messageId, markAs }) => {
        const ids = [messageId].flat()
        const answer = await store.mark(markAs, { kind: 'messages', ids })
        // The answer may belong to several marks that travelled together.
        return answer.kind === 'messages'
          ? answer.messages.filter(({ _id }) => _id !== undefined && ids.includes(_id))
          : []
      },
      // The log of marks waits for the network itself, and keeps the order while it does.
      networkMode: 'always',
      retry: false,
    },
    store.queryClient,
  )
}
