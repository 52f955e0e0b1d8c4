import { useCallback, useEffect, useRef } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { cachedPages } from '../../state/cache/cachedPages.ts'
import { arrivals, type Known, learn } from '../../state/pages/arrivals.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLabels, useLocale } from '../language/LanguageProvider.tsx'

const nothing: Known = { createdAt: '', ids: [] }

/**
 * What was announced of an inbox. Its bells are silent while a list announces arrivals, so that each is announced once.
 */
interface Announced {
  known: Known
  /** The number of mounted lists. */
  lists: number
  /** The number of mounted bells. */
  bells: number
}

const inboxes = new Map<string, Announced>()

/** Returns what was announced of the inbox, for effects. It lasts until the last list and bell unmount. */
const useAnnounced = (kind: 'lists' | 'bells'): (() => Announced) => {
  // By name, because a bell and an inbox page may have a store each.
  const { name } = useInbox().store
  const find = useCallback(() => {
    const announced = inboxes.get(name) ?? { known: nothing, lists: 0, bells: 0 }
    inboxes.set(name, announced)
    return announced
  }, [name])
  useEffect(() => {
    const announced = find()
    announced[kind] += 1
    return () => {
      announced[kind] -= 1
      if (announced.lists + announced.bells === 0) inboxes.delete(name)
    }
  }, [name, find, kind])
  return find
}

const useAnnounceArrivals = () => {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  return useCallback(
    (count: number) => announce(labels.arrivals(count, formatCount(count, locale))),
    [labels, locale, announce],
  )
}

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
    const joined = arrivals(announced.known, notifications).filter(({ seen }) => !seen).length
    announced.known = learn(announced.known, notifications)
    const count = joined - heldBefore.current
    heldBefore.current = held
    const isFirst = openedWith.current !== announced
    openedWith.current = announced
    if (!isFirst && count > 0) announce(count)
  }, [notifications, held, findAnnounced, announce])
}

/**
 * Announces how many notifications arrived, while no open list of the inbox does. The count also rises after a failed
 * mark or an undo, so only notifications that are newer than all known ones are arrivals.
 * @param unseen the newest unseen notifications, or some of them. Undefined while they load.
 * @param count the number of unseen notifications.
 */
export const useBellNews = (unseen: readonly InboxNotification[] | undefined, count: number) => {
  const { store } = useInbox()
  const findAnnounced = useAnnounced('bells')
  const announce = useAnnounceArrivals()
  const known = useRef<Known>(undefined)
  const countBefore = useRef(count)

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
    if (arrived.length > 0) announce(Math.max(arrived.length, more))
  }, [unseen, count, store, findAnnounced, announce])
}
