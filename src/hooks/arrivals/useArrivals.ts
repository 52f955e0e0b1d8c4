'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InboxStore } from '../../state/inboxStore.ts'
import { countOptions } from '../../state/queryOptions.ts'
import { claim } from '../../state/tabs/claim.ts'
import { type Arrivals, watchArrivals } from '../../state/watchArrivals.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useLatest } from '../utils/useLatest.ts'

/** By then, all tabs of a browser have heard what one of them was told. In milliseconds. */
const head = 300

/** Claims something (see `claim`), after those tabs that are better suited: by so many steps. */
export const claimAfter = async (store: InboxStore, what: string, steps: number): Promise<boolean> => {
  if (steps > 0) await new Promise((resolve) => setTimeout(resolve, steps * head))
  return claim(store.environment.locks, `${store.name} ${what}`)
}

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
