import { useCallback, useEffect, useRef } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useLabels, useLocale } from '../language/LanguageProvider.tsx'

/** What is known of a list, by when the service made it: the reader's clock may say anything. */
interface Known {
  ids: Set<string>
  /** When the newest was made, as ISO 8601 text. */
  newest: string
}

const createKnown = (): Known => ({ ids: new Set(), newest: '' })

/** Those that are newer than all that was known. From now on they are known. */
const learn = (known: Known, notifications: readonly InboxNotification[]): InboxNotification[] => {
  const { newest } = known
  const news = notifications.filter(({ _id, createdAt }) => createdAt && createdAt >= newest && !known.ids.has(_id))
  for (const { _id, createdAt } of notifications) {
    known.ids.add(_id)
    if (createdAt && createdAt > known.newest) known.newest = createdAt
  }
  return news
}

/** What was told of an inbox. Its bells are silent while a list tells of arrivals by itself, so that nobody hears it twice. */
interface Told extends Known {
  lists: number
  bells: number
}

const inboxes = new Map<string, Told>()

/** What was told of the inbox around, for as long as something tells of it. For effects. */
const useTold = (by: 'lists' | 'bells'): (() => Told) => {
  // By name: a bell and a page may have a store each.
  const inbox = useInbox().store.keys.all.join(' ')
  const find = useCallback(() => {
    const told = inboxes.get(inbox) ?? { ...createKnown(), lists: 0, bells: 0 }
    inboxes.set(inbox, told)
    return told
  }, [inbox])
  useEffect(() => {
    const told = find()
    told[by] += 1
    return () => {
      told[by] -= 1
      if (told.lists + told.bells === 0) inboxes.delete(inbox)
    }
  }, [inbox, find, by])
  return find
}

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
 * @param notifications newest first. Undefined: not known yet.
 * @param held how many wait behind the pill.
 */
export const useArrivalNews = (notifications: readonly InboxNotification[] | undefined, held: number) => {
  const findTold = useTold('lists')
  const say = useSayArrivals()
  const openedWith = useRef<Told>(undefined)
  const heldBefore = useRef(0)

  useEffect(() => {
    if (!notifications) return
    const told = findTold()
    const joined = learn(told, notifications).filter(({ seen }) => !seen).length
    const untold = joined - heldBefore.current
    heldBefore.current = held
    const isNew = openedWith.current !== told
    openedWith.current = told
    if (!isNew && untold > 0) say(untold)
  }, [notifications, held, findTold, say])
}

/**
 * Says to screen readers how many arrived, while no list of the inbox is open that says it by itself. A mark that failed, or
 * was taken back, makes the number rise too: only what is newer than what was known has arrived.
 * @param unseen the newest that are unseen, or some of them. Undefined: not known yet.
 * @param count how many are unseen.
 */
export const useBellNews = (unseen: readonly InboxNotification[] | undefined, count: number) => {
  const findTold = useTold('bells')
  const say = useSayArrivals()
  const known = useRef<Known>(undefined)
  const countBefore = useRef(count)

  useEffect(() => {
    const more = count - countBefore.current
    countBefore.current = count
    if (!unseen) return
    const isFirst = known.current === undefined
    known.current ??= createKnown()
    const news = learn(known.current, unseen)
    const told = findTold()
    if (isFirst || told.lists > 0) return
    const untold = learn(told, news).length
    if (untold > 0) say(Math.max(untold, more))
  }, [unseen, count, findTold, say])
}
