import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { cachedNotifications, watchPages } from '../../state/cache/cachedPages.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import { flagsOf } from '../../state/marks/markedFlags.ts'
import { joinStops } from '../../state/model/listen.ts'
import type { StampedPage } from '../../state/model/stampedPage.ts'
import { covers } from '../../state/pages/lastCoveredAt.ts'

/** The text of a desktop notification. */
export interface DesktopText {
  /** The first line, in bold. Plain text. */
  title: string
  /** The lines below it. Plain text, which the operating system may truncate. */
  text: string
}

/** The desktop notifications of one inbox that this tab shows. */
export interface DesktopNotices {
  /**
   * Shows a desktop notification. If several tabs show the same one, the operating system shows one.
   * @param icon the URL of an image.
   * @param onClick called after the tab has got the focus.
   */
  show(notification: InboxNotification, text: DesktopText, icon: string | undefined, onClick: () => void): void
  /** Shows one desktop notification for many arrivals. */
  showSummary(title: string, icon: string | undefined): void
  /** Closes all of them, and unsubscribes from the inbox. */
  stop(): void
}

/** The ids of those that were seen, read or deleted since, in any tab or on another device. */
export const findSeen = (store: InboxStore, shown: readonly InboxNotification[]): string[] => {
  const cached = cachedNotifications(store)
  const unseen = store.queryClient.getQueryData<StampedPage>(store.keys.count({ seen: false }))
  return shown.flatMap((notification) => {
    const id = notification._id
    const stamped = cached.get(id)
    if (stamped) {
      const { read, seen } = flagsOf(stamped, store.log.getState())
      return read || seen ? [id] : []
    }
    // No page has it, although the page of the unseen count reaches down to it. It was seen elsewhere, or deleted.
    return unseen && covers(unseen, notification) ? [id] : []
  })
}

export const createDesktopNotices = (store: InboxStore): DesktopNotices => {
  const shown = new Map<string, { notification: InboxNotification | undefined; notice: Notification }>()

  const close = (id: string) => {
    shown.get(id)?.notice.close()
    shown.delete(id)
  }
  const closeSeen = () => {
    const notifications = [...shown.values()].flatMap(({ notification }) => notification ?? [])
    if (notifications.length > 0) findSeen(store, notifications).forEach(close)
  }
  const unsubscribe = joinStops(watchPages(store, closeSeen), store.log.subscribe(closeSeen))

  const open = (
    id: string,
    notification: InboxNotification | undefined,
    { title, text }: DesktopText,
    icon: string | undefined,
    onClick: () => void,
  ) => {
    const options = {
      dir: 'auto',
      tag: `${store.name} ${id}`,
      body: text,
      ...(icon !== undefined && { icon }),
    } as const
    try {
      const notice = new Notification(title, options)
      shown.set(id, { notification, notice })
      notice.addEventListener('click', () => {
        window.focus()
        notice.close()
        onClick()
      })
      notice.addEventListener('close', () => {
        if (shown.get(id)?.notice === notice) shown.delete(id)
      })
    } catch (error) {
      // Chrome on Android grants the permission, but shows only the notifications of service workers.
      if (process.env.NODE_ENV !== 'production')
        warnOnce('TIDINGS_216', `this browser does not show desktop notifications of pages. ${String(error)}`)
    }
  }

  return {
    show: (notification, text, icon, onClick) => open(notification._id, notification, text, icon, onClick),
    showSummary: (title, icon) => open('summary', undefined, { title, text: '' }, icon, () => {}),
    stop: () => {
      unsubscribe()
      for (const id of shown.keys()) close(id)
    },
  }
}
