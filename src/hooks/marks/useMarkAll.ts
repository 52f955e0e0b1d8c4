'use client'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { MarkAllBody } from '../../contract/marks.ts'
import type { Undoable } from '../../state/outbox/undoableMarks.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useUndo } from './useUndo.ts'

/** What a mark-all takes: the body of 4.7, and whether its reader may want it back. */
export interface MarkAllVariables extends MarkAllBody {
  /**
   * Lists what is about to change before it is changed, so that it can be undone exactly: one more request for each
   * hundred messages, and none beyond a thousand. Default false.
   */
  undoable?: boolean
}

/**
 * Marks all messages as read, unread, seen or unseen, or all of some feeds (4.7). It shows at once, in every list
 * and count. If it fails, what is shown is again what the service says.
 *
 * @returns TanStack's mutation result, and `undo`. Its variables are the body of 4.7, and `undoable`:
 * `mutate({ markAs: 'read', undoable: true })`. It resolves with the service's number: how many messages changed, by
 * most services. `undo()`, there once an undoable one has succeeded, marks those messages back that it changed, and no
 * other.
 * @throws SetupError outside an InboxProvider. A failed mark is in `error`, and in `useFailedMarks()`.
 */
export const useMarkAll = (): UseMutationResult<number, Error, MarkAllVariables> & Undoable => {
  const { store } = useInbox()
  const { undo, begin } = useUndo(store)
  const mutation = useMutation<number, Error, MarkAllVariables>(
    {
      mutationKey: store.keys.markAll,
      mutationFn: async ({ markAs, feedIdentifier, undoable = false }) => {
        const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
        const keep = begin()
        const { count, undo: back } = await store.markAll(markAs, feeds, undoable)
        keep(back)
        return count
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
