'use client'
import { useCallback, useEffect, useRef } from 'react'
import { notificationText } from '../../content/notificationText.ts'
import { linkTarget, safeUrl } from '../../content/safeUrl.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { Arrivals } from '../../state/watchArrivals.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useLatest } from '../utils/useLatest.ts'
import { createDesktopNotices, type DesktopNotices, type DesktopText } from './desktopNotices.ts'
import { claimAfter, useArrivals } from './useArrivals.ts'
import { type DesktopPermissionState, useNotificationPermission } from './useNotificationPermission.ts'

/** What `useDesktopNotifications` shows, and what a click on it does. */
export interface DesktopNotificationsOptions {
  /** false: shows nothing, for who has switched it off. Default true. */
  enabled?: boolean | undefined
  /** Which arrivals are worth it. Default: all. */
  where?: ((notification: InboxNotification) => boolean) | undefined
  /** How many are shown for what arrives at once. Of more, one tells the number. Default 3. */
  max?: number | undefined
  /** Address of a picture for all of them, such as your logo. */
  icon?: string | undefined
  /** What one says, as plain text. Default: its subject and content; without a subject, its content. */
  describe?: ((notification: InboxNotification) => DesktopText) | undefined
  /** What the one for many says. Default: "5 new notifications". */
  summarize?: ((count: number) => string) | undefined
  /**
   * Opens what was clicked on, which is marked as read by itself. Default: follows its link, by the rules of `safeUrl`; one
   * to another site opens in a new tab.
   */
  open?: ((notification: InboxNotification) => void) | undefined
}

const followLink = ({ cta }: InboxNotification) => {
  const address = safeUrl(cta.data?.url)
  if (address !== undefined) Object.assign(document.createElement('a'), linkTarget(address)).click()
}

const inEnglish = (count: number) => `${count} new notifications`

/**
 * Shows what arrives on the reader's desktop, while no tab of the page is on the screen. It never asks for the permission:
 * that is for a button of yours, with `request`.
 *
 * One is shown once, by one tab of the browser, and goes when it is seen or read elsewhere. A click comes back to the page,
 * marks as read, and opens it. It goes on asking while the document is hidden: once in each `pollInterval` for all tabs
 * together.
 * @throws SetupError outside an InboxProvider. A failed mark is in `useFailedMarks()`.
 */
export const useDesktopNotifications = (options: DesktopNotificationsOptions = {}): DesktopPermissionState => {
  const { store } = useInbox()
  const state = useNotificationPermission()
  const latest = useLatest(options)
  const isOn = (options.enabled ?? true) && state.permission === 'granted'

  const notices = useRef<DesktopNotices | undefined>(undefined)
  useEffect(() => {
    if (!isOn) return undefined
    const own = createDesktopNotices(store)
    notices.current = own
    return () => {
      notices.current = undefined
      own.stop()
    }
  }, [store, isOn])

  const tell = useCallback(
    async (arrivals: Arrivals) => {
      const claimed = `desktop ${arrivals.notifications[0]?._id}`
      const isHidden = document.visibilityState === 'hidden'
      // A tab on the screen claims it too, and first: its reader sees the bell.
      if (!(await claimAfter(store, claimed, Number(isHidden))) || !isHidden) return
      const { where, max = 3, icon, describe = notificationText, summarize = inEnglish } = latest.current
      // What could not be asked for was told to `onError`: then it is those that are known.
      const all = await arrivals.all().catch(() => arrivals.notifications)
      const wanted = where ? all.filter(where) : all
      if (wanted.length > max) return notices.current?.showSummary(summarize(wanted.length), icon)
      for (const notification of [...wanted].reverse())
        notices.current?.show(notification, describe(notification), icon, () => {
          // Where it fails stands in the log of marks.
          store.markMessages('read', [notification._id]).catch(() => undefined)
          const { open = followLink } = latest.current
          open(notification)
        })
    },
    [store, latest],
  )
  useArrivals((arrivals) => {
    // What the host's own functions throw.
    tell(arrivals).catch(store.report)
  }, isOn)
  return state
}
