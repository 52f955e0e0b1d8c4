import { useCallback, useEffect, useState } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { findSeen } from '../../hooks/arrivals/desktopNotices.ts'
import { useArrivals } from '../../hooks/arrivals/useArrivals.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { watchPages } from '../../state/cache/cachedPages.ts'
import { guardWhere, reportOnceTo } from '../../state/model/reportOnce.ts'
import { arrivals as arrivalsSince, learn } from '../../state/pages/arrivals.ts'
import type { Arrivals } from '../../state/watchArrivals.ts'
import { useAnnounceArrivals, useAnnounced } from '../inbox/announced.ts'

interface ToastOptions {
  /** The most toasts at once. */
  max: number
  where: ((notification: InboxNotification) => boolean) | undefined
  /** Whether arrivals show. What arrives in between shows later, unless this tab gets it before that. */
  isOn: boolean
}

/**
 * The arrivals that show as toasts, newest first: those that no list shows, and that are neither seen nor read.
 * @returns `close` removes one.
 */
export const useToasts = ({ max, where, isOn }: ToastOptions) => {
  const { store } = useInbox()
  const findAnnounced = useAnnounced('bells')
  const announce = useAnnounceArrivals()
  const [toasts, setToasts] = useState<readonly InboxNotification[]>([])
  const latest = useLatest(toasts)

  const close = useCallback(
    (...ids: string[]) => setToasts((shown) => shown.filter(({ _id }) => !ids.includes(_id))),
    [],
  )
  const show = async (arrivals: Arrivals) => {
    const announced = findAnnounced()
    // The list shows them, and nothing needs to be fetched.
    if (announced.lists > 0) return
    // If the others can't be fetched, `onError` gets the failure, and the known ones show.
    const all = await arrivals.all().catch(() => arrivals.notifications)
    // A list may have opened meanwhile.
    if (announced.lists > 0) return
    // With a bell of the app's own, nothing else announces arrivals.
    const unannounced = arrivalsSince(announced.known, all)
    announced.known = learn(announced.known, unannounced)
    if (unannounced.length > 0) announce(unannounced.length, unannounced)
    const matching = where ? all.filter(guardWhere(where, reportOnceTo(store.report))) : all
    setToasts((shown) => [...matching, ...shown].slice(0, max))
  }
  useArrivals((arrivals) => {
    show(arrivals).catch(store.report)
  }, isOn)

  useEffect(() => {
    const closeSeen = () => {
      const seen = latest.current.length > 0 ? findSeen(store, latest.current) : []
      if (seen.length > 0) close(...seen)
    }
    const announced = findAnnounced()
    const closeAll = () => {
      if (announced.lists > 0) setToasts([])
    }
    const unsubscribes = [
      watchPages(store, closeSeen),
      store.log.subscribe(closeSeen),
      // A list that mounts observes its pages first, and is counted after that, in the same task.
      store.queryClient.getQueryCache().subscribe(({ type }) => {
        if (type === 'observerAdded') queueMicrotask(closeAll)
      }),
    ]
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe())
  }, [store, findAnnounced, latest, close])

  return { toasts, close }
}
