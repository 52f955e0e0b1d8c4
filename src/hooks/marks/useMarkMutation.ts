'use client'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InboxStore } from '../../state/inboxStore.ts'
import type { Undo, Undoable } from '../../state/intents/undo.ts'
import { useInbox } from '../provider/InboxProvider.tsx'

interface Made<Data> {
  data: Data
  /** Undefined if the mark can't be undone. */
  undo: Undo | undefined
}

/**
 * A mutation that makes a mark, and the undo of the latest one. `undo` is undefined from the start of a mark until it
 * has succeeded, after `reset()`, and after a change of subscriber.
 *
 * @param operation the name of the operation, for the mutation key.
 * @param mark makes the mark.
 */
export const useMarkMutation = <Data, Variables>(
  operation: string,
  mark: (store: InboxStore, variables: Variables) => Promise<Made<Data>>,
): UseMutationResult<Data, Error, Variables> & Undoable => {
  const { store } = useInbox()
  const [last, setLast] = useState<{ store: InboxStore; undo: Undo | undefined }>()
  const calls = useRef(0)
  const mutation = useMutation<Data, Error, Variables>(
    {
      mutationKey: store.keys.marks(operation),
      mutationFn: async (variables) => {
        const call = ++calls.current
        setLast(undefined)
        const { data, undo } = await mark(store, variables)
        if (call === calls.current) setLast({ store, undo })
        return data
      },
      // Offline, the outbox pauses the mark and preserves the order of all marks.
      networkMode: 'always',
    },
    store.queryClient,
  )
  // After `reset()` it is no success any more.
  return { ...mutation, undo: mutation.isSuccess && last?.store === store ? last.undo : undefined }
}
