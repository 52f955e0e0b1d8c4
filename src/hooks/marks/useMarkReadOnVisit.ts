'use client'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isSamePageUrl, pageOf } from '../../content/safeUrl.ts'
import { cachedNotifications, watchPages } from '../../state/cache/cachedPages.ts'
import { markMessages } from '../../state/intents/markMessages.ts'
import { flagsOf } from '../../state/marks/markedFlags.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { joinStops, listen } from '../../state/model/listen.ts'
import { reportOnceTo } from '../../state/model/reportOnce.ts'
import { useCountQuery } from '../feed/useCount.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useHrefOf } from '../provider/useHrefOf.ts'
import { useLatest } from '../utils/useLatest.ts'
import { useVisible } from '../utils/useVisible.ts'

// The Navigation API reports every change of the address. Older browsers have none, and report only "back", "forward"
// and fragments.
const subscribeToAddress = (listener: () => void) =>
  joinStops(listen(window.navigation, 'currententrychange', listener), listen(window, 'popstate hashchange', listener))

/** The address of the browser page, as far as the browser reports its changes. Empty on a server. */
const useAddress = (): string =>
  useSyncExternalStore(
    subscribeToAddress,
    () => location.href,
    () => '',
  )

/** Options of `useMarkReadOnVisit`. */
export interface MarkReadOnVisitOptions {
  /**
   * The current browser page, as your router knows it: a path such as `/orders/7`, or an absolute URL. A path is
   * passed to `resolveHref`, like that of a notification. Default: the browser's address. Pass it if a router changes
   * the address: browsers without the Navigation API do not report that.
   */
  url?: string | undefined
  /**
   * Returns whether a visit of `here` marks a notification that links to `target` as read. Default: both have the same
   * origin, path and query. The fragment (`#…`) does not count.
   */
  match?: ((target: URL, here: URL) => boolean) | undefined
  /** false disables it. Default true. */
  enabled?: boolean | undefined
}

/** `where` makes the query fetch the newest hundred unread notifications, and not only their number. */
const newestUnread: FeedFilter = { read: false, where: () => true }

/**
 * Marks notifications as read that link to the current browser page, however the user came there: from the inbox, an
 * email or anywhere else. This includes notifications that arrive during the visit. It checks the newest hundred unread
 * notifications, and all that are in the cache.
 *
 * Each visit checks each notification once, so a notification that the user marks as unread during the visit stays
 * unread. Nothing is marked while the document is hidden.
 *
 * @throws SetupError outside an InboxProvider. `onError` gets a failed mark, and what `match` throws.
 */
export const useMarkReadOnVisit = ({ url, match, enabled = true }: MarkReadOnVisitOptions = {}): void => {
  const { store, isSignedIn } = useInbox()
  const address = useAddress()
  const isVisible = useVisible()
  const latestMatch = useLatest(match)
  const latestHrefOf = useLatest(useHrefOf())
  const isOn = enabled && isSignedIn
  // The poll of the bell finds arrivals, and this query is then refetched.
  useCountQuery(newestUnread, enabled, { refetchInterval: false, notifyOnChangeProps: [] })

  const visit = useRef({ page: '', checked: new Set<string>() })
  const here = url ?? address
  const hasMatch = match !== undefined
  useEffect(() => {
    if (!isOn || !isVisible) return undefined
    const hrefOf = latestHrefOf.current
    // A router leaves out its base path, as notifications do.
    const opened = hrefOf(here) ?? here
    // A path has no site in a document without an address, such as one of a `blob:` URL.
    if (!URL.canParse(opened, document.baseURI)) return undefined
    const page = new URL(opened, document.baseURI)
    // A change of the fragment starts no new visit, unless the app's `match` may depend on it.
    const name = hasMatch ? page.href : page.origin + page.pathname + page.search
    if (visit.current.page !== name) visit.current = { page: name, checked: new Set() }
    const { checked } = visit.current

    const markVisited = () => {
      const log = store.log.getState()
      const unread: string[] = []
      for (const [id, stamped] of cachedNotifications(store)) {
        if (checked.has(id)) continue
        checked.add(id)
        const target = pageOf(hrefOf(stamped.notification.cta.data?.url), page)
        if (target === undefined || flagsOf(stamped, log).read) continue
        try {
          if ((latestMatch.current ?? isSamePageUrl)(target, page)) unread.push(id)
        } catch (error) {
          reportOnceTo(store.report)('match', error)
        }
      }
      // `onError` gets a failure. The user did nothing that they could repeat.
      if (unread.length > 0) markMessages(store, 'read', unread, { isQuiet: true }).catch(() => undefined)
    }
    markVisited()
    return watchPages(store, markVisited)
  }, [store, here, hasMatch, isOn, isVisible, latestMatch, latestHrefOf])
}
