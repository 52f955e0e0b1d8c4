'use client'
import { useSyncExternalStore } from 'react'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useOnline } from '../utils/useOnline.ts'

/**
 * How the inbox learns of changes:
 *
 * - `live`: a stream is open in one tab of this browser, or in this tab without Web Locks. A change shows within a
 *   second.
 * - `polling`: there is no stream. A change shows with the next poll.
 * - `offline`: the browser is offline.
 */
export type LiveConnection = 'live' | 'polling' | 'offline'

const isServerOpen = () => false

/**
 * How the inbox learns of changes at the moment, for an indicator in your interface.
 *
 * @throws SetupError outside an InboxProvider.
 */
export const useLiveStatus = (): LiveConnection => {
  const { live } = useInbox().store
  const isOpen = useSyncExternalStore(live.subscribe, () => live.getState().streamId !== undefined, isServerOpen)
  const isOnline = useOnline()
  if (!isOnline) return 'offline'
  return isOpen ? 'live' : 'polling'
}
