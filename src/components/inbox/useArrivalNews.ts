import { useEffect, useRef } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { arrivals, learn } from '../../state/pages/arrivals.ts'
import { type Announced, useAnnounceArrivals, useAnnounced } from './announced.ts'

/**
 * Announces notifications that join the top of a list after it was opened. The pill announces those that it holds back.
 * @param notifications newest first. Undefined while they load.
 * @param held the number of notifications behind the pill.
 */
export const useArrivalNews = (notifications: readonly InboxNotification[] | undefined, held: number) => {
  const findAnnounced = useAnnounced('lists')
  const announce = useAnnounceArrivals()
  const openedWith = useRef<Announced>(undefined)
  const heldBefore = useRef(0)

  useEffect(() => {
    if (!notifications) return
    const announced = findAnnounced()
    const joined = arrivals(announced.known, notifications).filter(({ seen }) => !seen)
    announced.known = learn(announced.known, notifications)
    const count = joined.length - heldBefore.current
    heldBefore.current = held
    const isFirst = openedWith.current !== announced
    openedWith.current = announced
    if (!isFirst && count > 0) announce(count, joined)
  }, [notifications, held, findAnnounced, announce])
}
