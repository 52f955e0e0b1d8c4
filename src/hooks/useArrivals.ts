'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { countOptions } from '../state/feedOptions.ts'
import { type Arrivals, watchArrivals } from '../state/watchArrivals.ts'
import { useInbox } from './InboxProvider.tsx'
import { useLatest } from './useLatest.ts'

/**
 * Calls `onArrivals` with what arrives from now on. The poll is the bell's own; it goes on while the document is hidden, or
 * nobody there would hear of anything.
 */
export const useArrivals = (onArrivals: (arrivals: Arrivals) => void, isOn: boolean): void => {
  const { store, pollInterval, isSignedIn } = useInbox()
  const enabled = isOn && isSignedIn
  useQuery(
    {
      ...countOptions(store, { seen: false }, pollInterval),
      refetchIntervalInBackground: true,
      notifyOnChangeProps: [],
      enabled,
    },
    store.queryClient,
  )
  const latest = useLatest(onArrivals)
  useEffect(
    () => (enabled ? watchArrivals(store, (arrivals) => latest.current(arrivals)) : undefined),
    [store, enabled, latest],
  )
}
