import { focusManager, hashKey, type QueryKey } from '@tanstack/react-query'
import { untilCalledOrAborted } from '../../client/untilCalledOrAborted.ts'
import { type InboxCache, shareStructure, withNewestPage } from '../cache/cachedPages.ts'
import type { Intent } from '../log/intent.ts'
import type { IntentLog } from '../log/intentLog.ts'
import type { InboxScope } from '../model/inboxKeys.ts'
import { ifFree, type Locks } from '../model/locks.ts'
import type { Flags } from '../model/mark.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import type { Tick, Ticker } from '../model/ticker.ts'
import {
  openTabChannel,
  type OtherMessage,
  type OpenBroadcast,
  type TabChannel,
  type TabMessage,
  tabName,
} from './tabChannel.ts'

/** This tab, among the tabs of the browser that show the same subscriber's inbox. */
export interface Tabs {
  join(): () => void
  /**
   * Fetches a polled page once per browser: this tab fetches and broadcasts it, or waits for another tab that is
   * fetching it.
   *
   * No tab leads. The tab whose timer fires first fetches, and its broadcast restarts the timers of the others. So a
   * tab that is closed, hidden or frozen is followed by the next one, at that one's own time. The lock only settles
   * ties.
   *
   * @param isUrgent fetches without the lock, which a browser that is busy with a new page grants late.
   */
  fetchShared(
    queryKey: QueryKey,
    fetch: () => Promise<StampedPage>,
    signal: AbortSignal,
    isUrgent?: boolean,
  ): Promise<StampedPage>
  broadcast(message: TabMessage): void
}

interface TabsOptions extends InboxCache {
  scope: InboxScope
  log: IntentLog
  tick: Ticker
  openBroadcast: OpenBroadcast
  locks: Locks | undefined
  /** How long to wait for another tab's broadcast, in milliseconds. */
  patience: number
  /** Gets a page that another tab fetched: lists of this tab may be stale. */
  refetchIfNewer: (page: StampedPage, requestedAt: Tick, queryKey: QueryKey) => void
  lastRequestedAt: () => Tick
  /** Another tab's intent and one or a request of this tab were in flight together: nobody knows which came last. */
  onContest: (subject: Intent['subject']) => void
  onOther: (message: OtherMessage) => void
  report: (error: unknown) => void
  /** Gets the flags that another tab's intent has changed: lists of this tab may not have these messages. */
  onMarked: (marked: ReadonlyMap<string, Flags>, by: Intent) => void
}

const ignore = () => {}

/**
 * How long a tab shows the deletion that another one holds, in milliseconds. By then the service has usually done it,
 * or a tab has taken it over. Otherwise that tab crashed, or its user still points at the notice: the message is
 * there.
 */
const heldFor = 60_000

export const createTabs = (options: TabsOptions): Tabs => {
  const { queryClient, keys, scope, log, locks, patience, refetchIfNewer, lastRequestedAt } = options
  const { onContest, onOther, onMarked } = options
  let channel: TabChannel | undefined
  /** The number of mounted inboxes that share the channel. */
  let users = 0
  /** Those that wait for another tab's page. They get each page, with the hash of its query. */
  const waiters = new Set<(hash: string, page: StampedPage) => void>()
  /** This tab's last fetch of each query. One that StrictMode aborted holds its lock for a moment longer. */
  const fetches = new Map<string, Promise<unknown>>()

  const receivePage = (queryKey: QueryKey, received: StampedPage) => {
    const page = shareStructure(options, received)
    for (const waiter of waiters) waiter(hashKey(queryKey), page)
    // Only queries that this tab has loaded itself are updated.
    if (queryClient.getQueryData(queryKey) === undefined) return
    if (keys.kindOf(queryKey) === 'newest')
      queryClient.setQueryData<StampedPage[]>(queryKey, withNewestPage(options, queryKey, page))
    else
      queryClient.setQueryData<StampedPage>(queryKey, (cached) =>
        cached !== undefined && cached.requestedAt > page.requestedAt ? cached : page,
      )
    if (focusManager.isFocused()) refetchIfNewer(page, page.requestedAt, queryKey)
  }

  // A page that was requested later by the clock counts as including the intent. But two tabs can read the same
  // millisecond, and this tab did not know the intent. Treat equal timestamps as stale and refetch.
  const mayBeLacking = (settledAt: Tick) => lastRequestedAt() >= settledAt

  const release = (intentIds: readonly string[]) => {
    const released = log.getPending().filter(({ id, status }) => status === 'elsewhere' && intentIds.includes(id))
    log.drop(new Set(released.map(({ id }) => id)))
  }

  const receive = (message: TabMessage) => {
    switch (message.kind) {
      case 'held': {
        const { intent } = message
        log.add(intent, 'elsewhere')
        return void setTimeout(() => release([intent.id]), heldFor)
      }
      case 'released':
        return release(message.intentIds)
      case 'page':
        return receivePage(message.queryKey, message.page)
      case 'settled': {
        const { settled } = message
        const isContested = log.settle(new Set(), settled)
        const { subject } = settled.intent
        // Preferences show with each change since their request.
        if (isContested || (subject === 'feed' && mayBeLacking(settled.settledAt))) onContest(subject)
        else if (settled.items) onMarked(new Map(settled.items), settled.intent)
        return
      }
      default:
        onOther(message)
    }
  }

  /** The page that another tab broadcasts, or undefined if none arrives in time. */
  const waitForPage = async (hash: string, signal: AbortSignal) => {
    let page: StampedPage | undefined
    await untilCalledOrAborted((wake) => {
      const waiter = (receivedHash: string, received: StampedPage) => {
        if (receivedHash !== hash) return
        page = received
        wake()
      }
      const timer = setTimeout(wake, patience)
      waiters.add(waiter)
      return () => {
        clearTimeout(timer)
        waiters.delete(waiter)
      }
    }, signal)
    return page
  }

  return {
    join: () => {
      users += 1
      channel ??= openTabChannel(scope, options.openBroadcast, options.tick, receive, options.report)
      return () => {
        users -= 1
        if (users > 0) return
        channel?.close()
        channel = undefined
      }
    },
    fetchShared: (queryKey, fetch, signal, isUrgent) => {
      const hash = hashKey(queryKey)
      const fetchAndBroadcast = async () => {
        const page = await fetch()
        channel?.post({ kind: 'page', queryKey, page })
        return page
      }
      const run = async () => {
        await fetches.get(hash)
        const page = await ifFree(isUrgent ? undefined : channel && locks, `${tabName(scope)} ${hash}`, (isFree) =>
          isFree ? fetchAndBroadcast() : waitForPage(hash, signal),
        )
        // A frozen tab may hold the lock forever. If nothing arrives in time, fetch without it.
        return page ?? fetchAndBroadcast()
      }
      const result = run()
      fetches.set(hash, result.then(ignore, ignore))
      return result
    },
    broadcast: (message) => channel?.post(message),
  }
}
