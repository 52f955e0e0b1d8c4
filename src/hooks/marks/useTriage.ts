'use client'
import { useCallback, useSyncExternalStore } from 'react'
import { cachedPages, type InboxCache, watchPages } from '../../state/cache/cachedPages.ts'
import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'
import { useInbox } from '../provider/InboxProvider.tsx'

/** Whether a page of each inbox has offered it. A later page without the offer hides no control again. */
const offerOf = memoizeByOwner((_inbox: InboxCache) => ({ isOffered: false }))

/** Whether notifications can be archived, snoozed and deleted. */
export interface TriageOffer {
  /** As the service offers it with its pages, or as the `triage` prop of the inbox says. */
  isOffered: boolean
  /** Returns the service's time, from which a snooze is computed, in milliseconds since 1970. */
  now: () => number
}

/**
 * Whether notifications can be archived, snoozed and deleted.
 *
 * @throws SetupError outside an InboxProvider.
 */
export const useTriage = (): TriageOffer => {
  const { store, triage } = useInbox()
  const subscribe = useCallback((listener: () => void) => watchPages(store, listener), [store])
  const isOffered = useSyncExternalStore(
    subscribe,
    () => (offerOf(store).isOffered ||= cachedPages(store).some(({ offers }) => offers?.triage === true)),
    () => false,
  )
  return { isOffered: triage ?? isOffered, now: store.serviceNow }
}
