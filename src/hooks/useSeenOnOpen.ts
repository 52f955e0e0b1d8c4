'use client'

import { useEffect } from 'react'
import { useUnseenCount } from './useCount.ts'
import { useInbox } from './InboxProvider.tsx'
import { useLatest } from './useLatest.ts'

/**
 * Marks everything as seen (4.7) as soon as it is rendered, and what arrives while it is: for a list whose opening alone
 * counts as having seen it. `useMarkSeen` is for one that knows what came into view.
 *
 * @param isOn false: does nothing. Default true.
 * @throws SetupError outside an InboxProvider. A failed mark is told to `onError`, and made again with the next arrival.
 */
export const useSeenOnOpen = (isOn = true): void => {
  const { store } = useInbox()
  const { data, count } = useUnseenCount()
  const newest = data?.data[0]?._id
  const unseen = useLatest(count)
  useEffect(() => {
    // Looked at with each arrival alone: what a failed mark leaves unseen again would be marked, and refused, without end.
    if (isOn && unseen.current) store.markAllSeen()
  }, [store, isOn, newest, unseen])
}
