'use client'
import { useSyncExternalStore } from 'react'
import { emptyLog, type MarkLogState } from '../../state/marks/markLog.ts'
import { useInbox } from './InboxProvider.tsx'

const getServerState = () => emptyLog

/** The log of marks as it is now. All that is shown reads it in the same render. */
export const useMarkLog = (): MarkLogState => {
  const { log } = useInbox().store
  return useSyncExternalStore(log.subscribe, log.getState, getServerState)
}
