'use client'
import { useCallback, useEffect } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useUnseenCount } from '../feed/useCount.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useLatest } from '../utils/useLatest.ts'

/**
 * A function that marks a notification as seen (4.6), for lists that know what came into view. Calls within half a
 * second travel as one request; what waits is sent when the page goes away.
 * @throws SetupError outside an InboxProvider.
 */
export const useMarkSeen = (): ((notification: InboxNotification) => void) => {
  const { store } = useInbox()
  return useCallback(({ _id }) => store.markSeen(_id), [store])
}

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
