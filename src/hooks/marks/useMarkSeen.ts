'use client'
import { useEffect } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { markAllSeen, seenCollectorOf } from '../../state/intents/seenCollector.ts'
import { itself, useCountValue } from '../feed/useCount.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useLatest } from '../utils/useLatest.ts'

/**
 * A function that marks a notification as seen, for a list that knows which notifications came into view. They are
 * collected while the user moves, and sent as one request: five seconds after the last one, when the component
 * unmounts, or when the browser page closes.
 *
 * @throws SetupError outside an InboxProvider.
 */
export const useMarkSeen = (): ((notification: InboxNotification) => void) => {
  const { store } = useInbox()
  const collector = seenCollectorOf(store)
  useEffect(() => collector.flush, [collector])
  return collector.add
}

const unseenOnes = { seen: false }

/**
 * Marks all messages as seen when it mounts, and again with each arrival, for a list that the user has seen once it
 * is open. For a list that knows which notifications came into view, use `useMarkSeen`.
 *
 * @param isOn false disables it. Default true.
 * @throws SetupError outside an InboxProvider. `onError` gets a failed mark, and the next arrival repeats it.
 */
export const useSeenOnOpen = (isOn = true): void => {
  const { store } = useInbox()
  // An inbox that marks nothing as seen needs no request for the count.
  const { value, query } = useCountValue(unseenOnes, itself, isOn)
  const newest = query.data?.data[0]?._id
  const unseen = useLatest(value?.count)
  useEffect(() => {
    // Depends on arrivals, not on the count: a failed mark raises the count again, and would be repeated without end.
    if (isOn && unseen.current) markAllSeen(store)
  }, [store, isOn, newest, unseen])
}
