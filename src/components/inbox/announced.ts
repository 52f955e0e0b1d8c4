import { useCallback, useEffect } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import type { Known } from '../../state/pages/arrivals.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { formatCount } from '../language/countLabel.ts'
import { useBellLabels, useLocale } from '../language/LanguageProvider.tsx'

export const nothing: Known = { createdAt: '', ids: [] }

/**
 * What was announced of an inbox. Its bells are silent while a list announces arrivals, so that each is announced once.
 */
export interface Announced {
  known: Known
  lists: number
  /** The number of mounted bells, and of toasts. */
  bells: number
}

const inboxes = new Map<string, Announced>()

/** Returns what was announced of the inbox, for effects. It lasts until the last list and bell unmount. */
export const useAnnounced = (kind: 'lists' | 'bells'): (() => Announced) => {
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

export const useAnnounceArrivals = () => {
  const labels = useBellLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  return useCallback(
    (count: number, [first]: readonly InboxNotification[]) => {
      // Without a subject, the title is in the content, which may be HTML.
      const subject = count === 1 && first?.subject
      const words = labels.arrivals(count, formatCount(count, locale))
      announce(subject ? `${words}: ${subject}` : words)
    },
    [labels, locale, announce],
  )
}
