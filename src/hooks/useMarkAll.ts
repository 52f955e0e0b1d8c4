'use client'

import { useMutation } from '@tanstack/react-query'
import type { MarkAllBody } from '../contract/marks.ts'
import { useInbox } from './InboxProvider.tsx'

/**
 * Marks all messages as read, unread, seen or unseen, or all of some feeds (4.7). It shows at once, in every list
 * and count. If it fails, what is shown is again what the service says.
 *
 * @returns TanStack's mutation result. Its variables are the body of 4.7: `mutate({ markAs: 'read' })`. It resolves
 * with the service's number: how many messages changed, by most services.
 * @throws Error outside an InboxProvider. A failed mark is in `error`, and in `useFailedMarks()`.
 */
export const useMarkAll = () => {
  const { store } = useInbox()
  return useMutation<number, Error, MarkAllBody>(
    {
      mutationKey: [...store.keys.marks, 'all'],
      mutationFn: async ({ markAs, feedIdentifier }) => {
        const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
        const answer = await store.mark(markAs, { kind: 'all', feeds })
        return answer.kind === 'all' ? answer.count : 0
      },
      // The log of marks waits for the network itself, and keeps the order while it does.
      networkMode: 'always',
      retry: false,
    },
    store.queryClient,
  )
}
