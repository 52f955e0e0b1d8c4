'use client'
import { useEffect, useRef } from 'react'
import { notificationText } from '../../content/notificationText.ts'
import { linkTarget } from '../../content/safeUrl.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { markMessages } from '../../state/intents/markMessages.ts'
import { guardWhere, reportOnceTo } from '../../state/model/reportOnce.ts'
import type { Arrivals } from '../../state/watchArrivals.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useHrefOf } from '../provider/useHrefOf.ts'
import { useLatest } from '../utils/useLatest.ts'
import { createDesktopNotices, type DesktopNotices, type DesktopText } from './desktopNotices.ts'
import { claimAfter, useArrivals } from './useArrivals.ts'
import { type DesktopPermissionState, useNotificationPermission } from './useNotificationPermission.ts'

/** Options of `useDesktopNotifications`. */
export interface DesktopNotificationsOptions {
  /** false disables desktop notifications. Default true. */
  enabled?: boolean | undefined
  /** Returns whether an arrival shows on the desktop. Default: every arrival does. */
  where?: ((notification: InboxNotification) => boolean) | undefined
  /**
   * The most desktop notifications for arrivals that come together. If there are more, one summary shows. Default 3.
   */
  max?: number | undefined
  /** The URL of an image for all of them, such as your logo: `/logo.png`. Default: none. */
  icon?: string | undefined
  /** Returns the plain text of a desktop notification. Default: the subject and the content, or only the content. */
  describe?: ((notification: InboxNotification) => DesktopText) | undefined
  /** Returns the plain text of a summary. Default: "5 new notifications". */
  summarize?: ((count: number) => string) | undefined
  /**
   * Opens a notification after a click, which also marks it as read. Default: follows its link if `safeUrl` allows it.
   * A link to another site opens in a new tab.
   */
  open?: ((notification: InboxNotification) => void) | undefined
}

const followLink = (address: string | undefined) => {
  if (address !== undefined) Object.assign(document.createElement('a'), linkTarget(address)).click()
}

const inEnglish = (count: number) => `${count} new notifications`

/**
 * Shows arrivals on the user's desktop while no tab of the app is visible. It never requests the permission: call
 * `request` from your own button.
 *
 * One tab of the browser shows each desktop notification, once. It closes when the notification is seen or read
 * elsewhere. A click focuses the tab, marks the notification as read, and opens it.
 *
 * It polls while the document is hidden too: once per `pollInterval`, for all tabs together.
 *
 * @returns the permission, and a function that requests it.
 * @throws SetupError outside an InboxProvider. A failed mark is in `useFailedMarks()`. `onError` gets an error that one
 * of the functions in the options throws.
 */
export const useDesktopNotifications = (options: DesktopNotificationsOptions = {}): DesktopPermissionState => {
  const { store } = useInbox()
  const hrefOf = useHrefOf()
  const reportOnce = reportOnceTo(store.report)
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

  const notify = async (arrivals: Arrivals) => {
    const name = `desktop ${arrivals.notifications[0]?._id}`
    const isHidden = document.visibilityState === 'hidden'
    // A visible tab claims the arrival first and shows nothing, because its user sees the bell.
    if (!(await claimAfter(store, name, Number(isHidden))) || !isHidden) return
    const { where, max = 3, icon, describe = notificationText, summarize = inEnglish } = latest.current
    // If the others can't be fetched, `onError` gets the failure, and the known ones show.
    const all = await arrivals.all().catch(() => arrivals.notifications)
    const matching = where ? all.filter(guardWhere(where, reportOnce)) : all
    if (matching.length > max) return notices.current?.showSummary(summarize(matching.length), icon)
    for (const notification of [...matching].reverse())
      try {
        notices.current?.show(notification, describe(notification), icon, () => {
          // The log has a failed mark.
          markMessages(store, 'read', [notification._id]).catch(() => undefined)
          const { open } = latest.current
          if (open) open(notification)
          else followLink(hrefOf(notification.cta.data?.url))
        })
      } catch (error) {
        // The others still show.
        reportOnce('describe', error)
      }
  }
  useArrivals((arrivals) => {
    // The functions in the options may throw.
    notify(arrivals).catch(store.report)
  }, isOn)
  return state
}
