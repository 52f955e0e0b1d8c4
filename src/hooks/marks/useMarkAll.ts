'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import type { MarkAllBody } from '../../contract/marks.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import { markAll, type Undoable } from '../../state/outbox/undoableMarks.ts'
import { useMarkMutation } from './useMarkMutation.ts'

/** The variables of `useMarkAll`: the body of the mark-all operation, and whether the mark can be undone. */
export interface MarkAllVariables extends MarkAllBody {
  /**
   * Fetches the messages that are about to change before the mark, so that it can be undone exactly. This takes one
   * more request per hundred messages. If more than a thousand messages would change, the mark can't be undone. Default
   * false.
   */
  undoable?: boolean
}

const markAllMessages = async (store: InboxStore, { markAs, feedIdentifier, undoable = false }: MarkAllVariables) => {
  const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
  const { count, undo } = await markAll(store, markAs, feeds, undoable)
  return { data: count, undo }
}

/**
 * Marks all messages, or all messages of some feeds, as read, unread, seen or unseen. The mark shows at once, in every
 * list and count. If it fails, the lists and counts show the service's state again.
 *
 * @returns TanStack's mutation result, with `undo`. The variables are the body of the mark-all operation, and
 * `undoable`: `mutate({ markAs: 'read', undoable: true })`. It resolves with the service's number: in most services,
 * the number of messages that changed. `undo()` restores the flags of the messages that the mark changed, and of no
 * others; it is undefined until an undoable mark has succeeded.
 * @throws SetupError outside an InboxProvider. A failed mark is in `error`, and in `useFailedMarks()`.
 */
export const useMarkAll = (): UseMutationResult<number, Error, MarkAllVariables> & Undoable =>
  useMarkMutation('markAll', markAllMessages)
