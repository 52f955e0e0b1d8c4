'use client'

import { useCallback } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { useInbox } from './InboxProvider.tsx'

/**
 * A function that marks a notification as seen (4.6), for lists that know what came into view. Calls within half a
 * second travel as one request; what waits is sent when the page goes away.
 * @throws SetupError outside an InboxProvider.
 */
export const useMarkSeen = (): ((notification: InboxNotification) => void) => {
  const { store } = useInbox()
  return useCallback(({ _id }) => store.markSeen(_id), [store])
}
