import { useCallback, useEffect, useRef, useState } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { useInbox } from '../hooks/InboxProvider.tsx'
import { useAnnounce } from './Announcer.tsx'
import { formatCount } from './formatCount.ts'
import { useLabels, useLocale } from './LanguageProvider.tsx'

/** How many lists of each inbox tell of arrivals by themselves: its bells are silent meanwhile, so that nobody hears it twice. */
const openLists = new Map<string, number>()

const countList = (inbox: string, change: 1 | -1) => {
  const count = (openLists.get(inbox) ?? 0) + change
  if (count > 0) openLists.set(inbox, count)
  else openLists.delete(inbox)
}

/** Whose inbox it is, for stores of its own too: a bell and a page may have one each. */
const useInboxName = () => useInbox().store.keys.all.join(' ')

const useSayArrivals = () => {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  return useCallback(
    (count: number) => announce(labels.arrivals(count, formatCount(count, locale))),
    [labels, locale, announce],
  )
}

/**
 * Says to screen readers what joined the top of a list since it was opened. What waits behind its pill is said by that.
 * @param notifications newest first.
 * @param held how many wait behind the pill.
 */
export const useArrivalNews = (notifications: readonly InboxNotification[], held: number) => {
  const inbox = useInboxName()
  const say = useSayArrivals()
  const [openedAt] = useState(() => Date.now())
  const told = useRef(new Set<string>())
  const heldBefore = useRef(0)

  useEffect(() => {
    countList(inbox, 1)
    return () => countList(inbox, -1)
  }, [inbox])

  useEffect(() => {
    let joined = 0
    for (const { _id, createdAt, seen } of notifications) {
      if (createdAt && Date.parse(createdAt) < openedAt) break
      if (!createdAt || told.current.has(_id)) continue
      told.current.add(_id)
      if (!seen) joined += 1
    }
    const untold = joined - heldBefore.current
    heldBefore.current = held
    if (untold > 0) say(untold)
  }, [notifications, held, openedAt, say])
}

/**
 * Says to screen readers how many arrived, while no list of the inbox is open that says it by itself.
 * @param count how many are unseen. Undefined: not known yet.
 */
export const useBellNews = (count: number | undefined) => {
  const inbox = useInboxName()
  const say = useSayArrivals()
  const known = useRef(count)

  useEffect(() => {
    const before = known.current
    known.current = count
    if (before === undefined || count === undefined || count <= before) return
    if (!openLists.has(inbox)) say(count - before)
  }, [count, inbox, say])
}
