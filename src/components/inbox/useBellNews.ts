import { useEffect, useRef, useState } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { cachedPages } from '../../state/cache/cachedPages.ts'
import { arrivals, type Known, learn } from '../../state/pages/arrivals.ts'
import { nothing, useAnnounceArrivals, useAnnounced } from './announced.ts'

/**
 * Announces how many notifications arrived, while no open list of the inbox does. The count also rises after a failed
 * mark or an undo, so only notifications that are newer than all known ones are arrivals.
 * @param unseen the newest unseen notifications, or some of them. Undefined while they load.
 * @param count the number of unseen notifications.
 * @returns how many times notifications have arrived.
 */
export const useBellNews = (unseen: readonly InboxNotification[] | undefined, count: number): number => {
  const { store } = useInbox()
  const findAnnounced = useAnnounced('bells')
  const announce = useAnnounceArrivals()
  const known = useRef<Known>(undefined)
  const countBefore = useRef(count)
  const [news, setNews] = useState(0)

  useEffect(() => {
    const more = count - countBefore.current
    countBefore.current = count
    if (!unseen) return
    const before = known.current
    // The newest notifications may be seen ones. Then a later poll has older ones.
    known.current = learn(before ?? nothing, before ? unseen : cachedPages(store).flatMap(({ data }) => data))
    const announced = findAnnounced()
    if (!before || announced.lists > 0) return
    const arrived = arrivals(announced.known, arrivals(before, unseen))
    announced.known = learn(announced.known, arrived)
    if (arrived.length === 0) return
    announce(Math.max(arrived.length, more), arrived)
    setNews((times) => times + 1)
  }, [unseen, count, store, findAnnounced, announce])
  return news
}
