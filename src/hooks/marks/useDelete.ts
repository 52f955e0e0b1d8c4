'use client'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { triageMessages } from '../../state/intents/triageMessages.ts'
import { useInbox } from '../provider/InboxProvider.tsx'

/** The variables of `useDelete`. */
export interface DeleteVariables {
  /** The `_id` of a message, or of several. */
  messageId: string | readonly string[]
}

/**
 * Deletes messages for good. It shows at once, in every list and count, and can't be undone: ask the user before. If
 * it fails, the messages show again.
 *
 * @returns TanStack's mutation result: `mutate({ messageId })`.
 * @throws SetupError outside an InboxProvider. A failure is in `error`, and in `useFailedMarks()`: a service without
 * delete responds with an `HttpError` 404, 405 or 501. See `useTriage`.
 */
export const useDelete = (): UseMutationResult<void, Error, DeleteVariables> => {
  const { store } = useInbox()
  return useMutation(
    {
      mutationKey: store.keys.marks('delete'),
      mutationFn: ({ messageId }: DeleteVariables) => triageMessages(store, { action: 'delete' }, [messageId].flat()),
      // Offline, the outbox pauses it and preserves the order.
      networkMode: 'always',
    },
    store.queryClient,
  )
}
