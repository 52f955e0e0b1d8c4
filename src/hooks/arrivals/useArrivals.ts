'use client'
import { useEffect } from 'react'
import { sleep } from '../../client/sleep.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import { claim } from '../../state/model/locks.ts'
import { type Arrivals, watchArrivals } from '../../state/watchArrivals.ts'
import { useCountQuery } from '../feed/useCount.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useLatest } from '../utils/useLatest.ts'

/** The time within which a broadcast has reached all tabs of a browser, in milliseconds. */
const headStart = 300

/**
 * Claims a name for this tab (see `claim`), after tabs that are more suitable.
 *
 * @param name the same in every tab, such as `sound n5`.
 * @param steps how much less suitable this tab is than the best one. Each step gives the others a head start.
 * @returns whether this tab has the claim.
 */
export const claimAfter = async (store: InboxStore, name: string, steps: number): Promise<boolean> => {
  if (steps > 0) await sleep(steps * headStart)
  return claim(store.environment.locks, `${store.name} ${name}`)
}

/**
 * Calls `onArrivals` with notifications that arrive from now on. It shares the poll of the bell, and polls in a hidden
 * document too, because its caller notifies a user who does not look at the page.
 */
export const useArrivals = (onArrivals: (arrivals: Arrivals) => void, isOn: boolean): void => {
  const { store, isSignedIn } = useInbox()
  const enabled = isOn && isSignedIn
  useCountQuery({ seen: false }, isOn, { refetchIntervalInBackground: true, notifyOnChangeProps: [] })
  useEffect(() => (enabled ? store.live.needHidden() : undefined), [store, enabled])
  const latest = useLatest(onArrivals)
  useEffect(
    () => (enabled ? watchArrivals(store, (arrivals) => latest.current(arrivals)) : undefined),
    [store, enabled, latest],
  )
}
