import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { cachedNotifications, watchAnswers } from '../../state/cache/cachedPages.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import { flagsOf } from '../../state/marks/applyMarks.ts'
import type { StampedPage } from '../../state/model/stampedPage.ts'
import { covers } from '../../state/pages/lastAnswerCovering.ts'

/** What a desktop notification says. Plain text. */
export interface DesktopText {
  /** The line in bold. */
  title: string
  /** The lines below it: plain text, the system cuts it. */
  text: string
}

/** The desktop notifications that this page shows of one inbox. */
export interface DesktopNotices {
  /** Shows one. The system shows it once, however many tabs do. */
  show(notification: InboxNotification, said: DesktopText, icon: string | undefined, onClick: () => void): void
  /** Shows one that stands for many. */
  showSummary(title: string, icon: string | undefined): void
  /** Takes all of them away, and listens no more. */
  stop(): void
}

const unseenKey = ({ keys }: InboxStore) => keys.count({ seen: false })

/** What has been seen or read since, in any tab or on another device. */
const findSeen = (store: InboxStore, shown: Iterable<[string, { notification: InboxNotification }]>): string[] => {
  const loaded = cachedNotifications(store)
  const unseen = store.queryClient.getQueryData<StampedPage>(unseenKey(store))
  return [...shown].flatMap(([id, { notification }]) => {
    const stamped = loaded.get(id)
    if (stamped) {
      const { read, seen } = flagsOf(stamped, store.log.getState())
      return read || seen ? [id] : []
    }
    // Nobody has it any more, though the newest unseen ones reach as far down: it was seen elsewhere, or deleted.
    return unseen && covers(unseen, notification) ? [id] : []
  })
}

export const createDesktopNotices = (store: InboxStore): DesktopNotices => {
  const scope = store.name
  const shown = new Map<string, { notification: InboxNotification; notice: Notification }>()
  let summary: Notification | undefined

  const close = (id: string) => {
    shown.get(id)?.notice.close()
    shown.delete(id)
  }
  const closeSeen = () => {
    if (shown.size > 0) for (const id of findSeen(store, shown)) close(id)
  }
  const stops = [watchAnswers(store, closeSeen), store.log.subscribe(closeSeen)]

  const make = (title: string, options: NotificationOptions, onClick: () => void): Notification | undefined => {
    try {
      const notice = new Notification(title, { dir: 'auto', ...options })
      notice.addEventListener('click', () => {
        window.focus()
        notice.close()
        onClick()
      })
      return notice
    } catch (error) {
      // Chrome on Android has the permission, but shows nothing without a service worker.
      if (process.env.NODE_ENV !== 'production')
        warnOnce('TIDINGS_216', `this browser does not show desktop notifications of pages. ${String(error)}`)
      return undefined
    }
  }

  return {
    show: (notification, { title, text }, icon, onClick) => {
      const id = notification._id
      const options = { tag: `${scope} ${id}`, body: text, ...(icon !== undefined && { icon }) }
      const notice = make(title, options, () => {
        shown.delete(id)
        onClick()
      })
      if (!notice) return
      shown.set(id, { notification, notice })
      notice.addEventListener('close', () => {
        if (shown.get(id)?.notice === notice) shown.delete(id)
      })
    },
    showSummary: (title, icon) => {
      summary = make(title, { tag: `${scope} summary`, ...(icon !== undefined && { icon }) }, () => {})
    },
    stop: () => {
      for (const stop of stops) stop()
      for (const id of shown.keys()) close(id)
      summary?.close()
    },
  }
}
