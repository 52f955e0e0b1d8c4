'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isSamePageUrl, pageOf } from '../../content/safeUrl.ts'
import { cachedNotifications, watchAnswers } from '../../state/cache/cachedPages.ts'
import { flagsOf } from '../../state/marks/applyMarks.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { countOptions } from '../../state/queryOptions.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useLatest } from '../utils/useLatest.ts'

/** The Navigation API tells of every way in which a page changes its address. Older browsers tell of "back" and "forward". */
const navigationOf = (): EventTarget | undefined => ('navigation' in window ? window.navigation : undefined)

const subscribeToAddress = (listener: () => void) => {
  const navigation = navigationOf()
  navigation?.addEventListener('currententrychange', listener)
  for (const event of ['popstate', 'hashchange']) addEventListener(event, listener)
  return () => {
    navigation?.removeEventListener('currententrychange', listener)
    for (const event of ['popstate', 'hashchange']) removeEventListener(event, listener)
  }
}

/** The address of this page, as far as the browser tells of its changes. On a server: empty. */
const useAddress = (): string =>
  useSyncExternalStore(
    subscribeToAddress,
    () => location.href,
    () => '',
  )

const subscribeToVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the document is on a screen. */
const useVisible = (): boolean =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState !== 'hidden',
    () => false,
  )

/** How `useMarkReadOnVisit` knows which page its reader is on, and what leads there. */
export interface MarkReadOnVisitOptions {
  /**
   * The page that is shown, as your router has it: "/orders/7", or a whole address. Default: the browser's own address. Pass
   * it where the page changes its address by itself: browsers without the Navigation API don't tell of that.
   */
  url?: string | undefined
  /**
   * Whether a notification that leads to `target` is read by who is at `here`. Default: the same site, path and query; what
   * follows "#" does not count.
   */
  match?: ((target: URL, here: URL) => boolean) | undefined
  /** false: does nothing. Default true. */
  enabled?: boolean | undefined
}

/** The newest unread ones themselves, not only their number: those that the page chooses among are asked for. */
const newestUnread: FeedFilter = { read: false, where: () => true }

/**
 * Marks as read (4.6) what leads to the page that its reader is on: opened from the inbox, from a mail, or from anywhere
 * else. Also what arrives meanwhile. It looks at the newest hundred unread notifications and at all that is loaded.
 *
 * Each visit of a page judges each notification once: one that the reader marks as unread there stays unread. Nothing is
 * marked in a hidden document.
 *
 * @throws SetupError outside an InboxProvider. A failed mark is told to `onError`.
 */
export const useMarkReadOnVisit = ({ url, match, enabled = true }: MarkReadOnVisitOptions = {}): void => {
  const { store, pollInterval, isSignedIn } = useInbox()
  const address = useAddress()
  const isVisible = useVisible()
  const latestMatch = useLatest(match)
  const isOn = enabled && isSignedIn
  useQuery(
    {
      ...countOptions(store, newestUnread, pollInterval),
      // News of the bell's own poll has it asked for again.
      refetchInterval: false,
      notifyOnChangeProps: [],
      enabled: isOn,
    },
    store.queryClient,
  )

  const visit = useRef({ page: '', judged: new Set<string>() })
  const here = url ?? address
  const minds = match !== undefined
  useEffect(() => {
    if (!isOn || !isVisible) return undefined
    const page = new URL(here, location.href)
    // A link to a place on the page is no new visit, unless a `match` of the host's goes by it.
    const name = minds ? page.href : page.origin + page.pathname + page.search
    if (visit.current.page !== name) visit.current = { page: name, judged: new Set() }
    const { judged } = visit.current

    const markVisited = () => {
      const log = store.log.getState()
      const unread: string[] = []
      for (const [id, stamped] of cachedNotifications(store)) {
        if (judged.has(id)) continue
        judged.add(id)
        const target = pageOf(stamped.notification.cta.data?.url, page)
        if (target === undefined || flagsOf(stamped, log).read) continue
        if ((latestMatch.current ?? isSamePageUrl)(target, page)) unread.push(id)
      }
      // The reader did not ask for it, so that a failure is nothing to try again: `onError` was told.
      if (unread.length > 0) store.markMessages('read', unread, { isQuiet: true }).catch(() => undefined)
    }
    markVisited()
    return watchAnswers(store, markVisited)
  }, [store, here, minds, isOn, isVisible, latestMatch])
}
