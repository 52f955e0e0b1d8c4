import type { InboxNotification } from '../contract/inboxNotification.ts'
import { watchAnswers } from './cache/watchAnswers.ts'
import type { InboxStore } from './inboxStore.ts'
import { flagsOf } from './marks/applyMarks.ts'
import type { MarkLogState } from './marks/markLog.ts'
import { type StampedPage, stampedPages } from './model/stampedPage.ts'
import { newestFirst } from './pages/joinPages.ts'

/** What has arrived at once. */
export interface Arrivals {
  /** Unseen and unread ones, newest first. At least one. */
  notifications: readonly InboxNotification[]
  /** All that has arrived with them: a poll that only counts holds no more than the newest, and the others are asked for. */
  all: () => Promise<readonly InboxNotification[]>
}

/** Of how many arrivals more than their number is told, at most. */
const longest = 20

/** An answer older than this is no news: a tab that was frozen hears of it when it thaws. In milliseconds. */
const staleAfter = 20_000

/** An inbox that held nothing new does not say how late it is. The reader's clock may be ahead by this, in milliseconds. */
const clockError = 3_600_000

const unseenIn = ({ data, requestedAt }: StampedPage, log: MarkLogState): InboxNotification[] =>
  newestFirst(data.map((notification) => ({ notification, requestedAt })))
    .filter((stamped) => {
      const { read, seen } = flagsOf(stamped, log)
      return !read && !seen
    })
    .map(({ notification }) => notification)

/**
 * Tells what arrives from now on, once each: not what was there at the first answer, be it kept from an earlier visit or not,
 * nor what an older page brings, nor what somebody marks as unseen again.
 *
 * It asks for nothing by itself. Returns a stop.
 */
export const watchArrivals = (
  store: Pick<InboxStore, 'queryClient' | 'keys' | 'log' | 'startedAt' | 'environment' | 'fetchPage'>,
  listener: (arrivals: Arrivals) => void,
): (() => void) => {
  const { queryClient, keys, log, startedAt, environment } = store
  /** When the newest notification was made that is known. Undefined before the first answer of this visit. */
  let newest: string | undefined
  const known = new Set<string>()

  const learn = ({ data, requestedAt }: StampedPage) => {
    if (requestedAt < startedAt) return
    for (const { _id, createdAt } of data) {
      known.add(_id)
      if (typeof createdAt === 'string' && createdAt > (newest ?? '')) newest = createdAt
    }
    newest ??= new Date(requestedAt - clockError).toISOString()
  }

  const hear = (pages: readonly StampedPage[]) => {
    const page = pages.reduce<StampedPage | undefined>(
      (latest, other) => (latest === undefined || other.requestedAt > latest.requestedAt ? other : latest),
      undefined,
    )
    if (page === undefined) return
    const since = newest
    const before = new Set(known)
    learn(page)
    if (since === undefined || environment.now() - page.requestedAt > staleAfter) return
    const isNews = ({ _id, createdAt }: InboxNotification) =>
      typeof createdAt === 'string' && createdAt >= since && !before.has(_id)
    const notifications = unseenIn(page, log.getState()).filter(isNews)
    if (notifications.length === 0) return
    const isComplete = !page.hasMore || !page.data.every(isNews)
    const all = async () => {
      if (isComplete) return notifications
      const whole = await store.fetchPage({ seen: false, limit: longest }, new AbortController().signal)
      return unseenIn(whole, log.getState()).filter(isNews)
    }
    listener({ notifications, all })
  }

  for (const [, data] of queryClient.getQueriesData({ queryKey: keys.all })) stampedPages(data).forEach(learn)
  return watchAnswers(store, hear)
}
