import type { InboxNotification } from '../contract/inboxNotification.ts'
import { cachedPages, watchPages } from './cache/cachedPages.ts'
import type { InboxStore } from './inboxStore.ts'
import type { IntentLogState } from './log/intentLog.ts'
import { flagsOf } from './marks/markedFlags.ts'
import { belongs } from './model/feedFilter.ts'
import type { StampedPage } from './model/stampedPage.ts'
import type { Tick } from './model/ticker.ts'
import { arrivals, type Known, learn } from './pages/arrivals.ts'
import { newestFirst } from './pages/joinPages.ts'

/** Notifications that arrived together. */
export interface Arrivals {
  /** The unseen and unread ones, newest first. At least one. */
  notifications: readonly InboxNotification[]
  /** Resolves with all of them. A poll that only counts has no more than the newest one; the others are fetched. */
  all: () => Promise<readonly InboxNotification[]>
}

/** The most arrivals that are listed, and not only counted. */
const longest = 20

/** An older page has no arrivals, in milliseconds: a frozen tab gets it when it thaws. */
const staleAfter = 20_000

/** An empty inbox does not show the service's time. The user's clock may be ahead by this, in milliseconds. */
const clockError = 3_600_000

const unseenIn = ({ data, requestedAt }: StampedPage, log: IntentLogState): InboxNotification[] =>
  newestFirst(data.map((notification) => ({ notification, requestedAt })))
    .filter((stamped) => belongs({ ...stamped.notification, ...flagsOf(stamped, log) }, { read: false, seen: false }))
    .map(({ notification }) => notification)

/**
 * Calls `listener` with what arrives from now on, once each. Not with what the first page of this visit has, what an
 * older page brings, or what somebody marks as unseen again. It fetches nothing by itself.
 * @returns a function that unsubscribes it.
 */
export const watchArrivals = (
  store: Pick<InboxStore, 'queryClient' | 'keys' | 'log' | 'tick' | 'environment' | 'fetchPage'>,
  listener: (arrivals: Arrivals) => void,
): (() => void) => {
  const { log, tick, environment } = store
  /** Undefined before the first page of this visit. */
  let known: Known | undefined
  /** When the first page of this visit was requested, if nothing is known yet. */
  let emptyAt: Tick | undefined

  // The user may correct the clock while the inbox is empty, so each call converts the time again.
  const knownUntil = (at: Tick): Known => ({
    createdAt: new Date(environment.now() - (tick() - at) - clockError).toISOString(),
    ids: [],
  })
  const getKnown = () => known ?? (emptyAt === undefined ? undefined : knownUntil(emptyAt))

  const learnPage = ({ data, requestedAt, isRestored }: StampedPage) => {
    if (isRestored) return
    const next = learn(getKnown() ?? { createdAt: '', ids: [] }, data)
    if (next.ids.length > 0) known = next
    else emptyAt ??= requestedAt
  }

  const onPages = (pages: readonly StampedPage[]) => {
    const [page] = [...pages].sort((a, b) => b.requestedAt - a.requestedAt)
    if (page === undefined) return
    const before = getKnown()
    learnPage(page)
    if (before === undefined || tick() - page.requestedAt > staleAfter) return
    const notifications = arrivals(before, unseenIn(page, log.getState()))
    if (notifications.length === 0) return
    const isComplete = !page.hasMore || arrivals(before, page.data).length < page.data.length
    const all = async () => {
      if (isComplete) return notifications
      const whole = await store.fetchPage({ seen: false, limit: longest }, new AbortController().signal)
      return arrivals(before, unseenIn(whole, log.getState()))
    }
    listener({ notifications, all })
  }

  cachedPages(store).forEach(learnPage)
  return watchPages(store, onPages)
}
