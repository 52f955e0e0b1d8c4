'use client'
import { useSyncExternalStore } from 'react'
import { emptyLog, type MarkLogState } from '../../state/marks/markLog.ts'
import { useInbox } from './InboxProvider.tsx'

const getServerState = () => emptyLog

/** The current state of the mark log. Every list and count of one render reads the same state. */
export const useMarkLog = (): MarkLogState => {
  const { log } = useInbox().store
  return useSyncExternalStore(log.subscribe, log.getState, getServerState)
}
