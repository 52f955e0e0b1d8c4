import { focusManager, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { MarkVerb } from '../../contract/marks.ts'
import { reuseKnown } from '../cache/cachedNotifications.ts'
import { addNewestPage } from '../cache/newestPages.ts'
import type { MarkLog } from '../marks/markLog.ts'
import type { InboxKeys, InboxScope } from '../model/inboxKeys.ts'
import { ifFree, type Locks } from '../model/locks.ts'
import type { Flags, Mark, Span } from '../model/mark.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import type { Tick, Ticker } from '../model/ticker.ts'
import { type OpenBroadcast, openTabChannel, type TabChannel, type TabMessage, tabName } from './tabChannel.ts'

interface SharedFetch {
  /** Undefined where the browser has no Web Locks: then everybody asks. */
  locks: Locks | undefined
  /** Name of the question, the same in every tab. */
  name: string
  /** Asks the service, and tells the other tabs. */
  ask: () => Promise<StampedPage>
  /** The next answer that another tab tells us, if it comes in time. */
  heard: () => Promise<StampedPage | undefined>
}

/**
 * Asks a question that other tabs may be asking too: one of them asks, all get the answer.
 *
 * Nobody is the leader for longer than one request. The tab whose timer runs out first asks; its answer starts the
 * timers of all others anew. So a tab that is closed, hidden or frozen is followed by the next at the end of that one's
 * own pause, without anybody having to notice. The lock only settles ties.
 */
const fetchShared = async ({ locks, name, ask, heard }: SharedFetch): Promise<StampedPage> => {
  const answer = await ifFree(locks, name, (isFree) => (isFree ? ask() : heard()))
  // A frozen tab may hold the lock for ever: whoever hears nothing in time asks without it.
  return answer ?? ask()
}

/** One tab among those of a browser that show the same subscriber's inbox. */
export interface Tabs {
  /** Begins to listen and to speak. Returns the end of it. */
  join(): () => void
  /** Answers a polled question: by asking, or by hearing what another tab that asks just now is told. */
  fetchShared(queryKey: QueryKey, ask: () => Promise<StampedPage>, signal: AbortSignal): Promise<StampedPage>
  broadcastMessages(verb: MarkVerb, answered: ReadonlyMap<string, Flags>, span: Span): void
  broadcastMarkAll(mark: Mark, span: Span): void
  broadcastPersisting(page: string): void
}

interface TabsOptions {
  scope: InboxScope
  queryClient: QueryClient
  keys: InboxKeys
  log: MarkLog
  tick: Ticker
  openBroadcast: OpenBroadcast
  locks: Locks | undefined
  /** For how long another tab's answer is waited for, in milliseconds. */
  patience: number
  /** Looks at a page that another tab was answered: our own lists may have to ask. */
  refetchIfNewer: (page: StampedPage, queryKey: QueryKey) => void
  /** When we last asked for a page. */
  lastRequestedAt: () => Tick
  /**
   * Told that another tab's mark and one of ours, or a question of ours, were on their way together, so that nobody knows
   * which came last.
   */
  onContest: () => void
  /** Told of the flags that another tab's marks gave to messages: our lists may not know of them. */
  onMarked: (answered: ReadonlyMap<string, Flags>) => void
  /** Told that another page keeps marks from now on. */
  onPersisting: (page: string) => void
}

export const createTabs = (options: TabsOptions): Tabs => {
  const {
    scope,
    queryClient,
    keys,
    log,
    tick,
    locks,
    patience,
    refetchIfNewer: notice,
    lastRequestedAt: lastAskedAt,
    onContest,
    onMarked,
    onPersisting: onKeeping,
  } = options
  let channel: TabChannel | undefined
  /** How many inboxes of this page are part of it: they share one voice. */
  let members = 0
  /** Those who wait for another tab's answer, by question. */
  const waiting = new Map<string, Set<(page: StampedPage) => void>>()
  /** Our own last question of each kind: one that was given up (StrictMode) holds its lock for a moment longer. */
  const asked = new Map<string, Promise<unknown>>()

  const takePage = (queryKey: QueryKey, told: StampedPage) => {
    const page = reuseKnown(queryClient, keys, told)
    tick.observe(page.requestedAt)
    for (const resolve of waiting.get(hashKey(queryKey)) ?? []) resolve(page)
    // Only what this tab has asked for itself is kept up to date.
    if (queryClient.getQueryState(queryKey)?.data === undefined) return
    if (keys.kindOf(queryKey) === 'heads') addNewestPage(queryClient, keys, queryKey, page)
    else
      queryClient.setQueryData<StampedPage>(queryKey, (known) =>
        known !== undefined && known.requestedAt > page.requestedAt ? known : page,
      )
    if (focusManager.isFocused()) notice(page, queryKey)
  }

  /**
   * Whether what was asked for before we heard of a mark counts as asked for after it, and so as knowing of it: two tabs read
   * the same moment off a clock that moves in steps.
   */
  const mayBeMissed = ({ settledAt }: Span) => lastAskedAt() >= settledAt

  const receive = (message: TabMessage) => {
    switch (message.kind) {
      case 'page':
        return takePage(message.queryKey, message.page)
      case 'settledMessages': {
        tick.observe(message.span.settledAt)
        const answered = new Map(message.answered)
        if (log.settleMessages(new Set(), message.verb, answered, message.span) || mayBeMissed(message.span))
          onContest()
        else onMarked(answered)
        return
      }
      case 'settledAll':
        tick.observe(message.span.settledAt)
        if (log.settleAll(undefined, message, message.span) || mayBeMissed(message.span)) onContest()
        return
      case 'keeping':
        return onKeeping(message.page)
    }
  }

  const heard = (hash: string, signal: AbortSignal) =>
    new Promise<StampedPage | undefined>((resolve) => {
      const listeners = waiting.get(hash) ?? new Set()
      waiting.set(hash, listeners)
      const done = (page: StampedPage | undefined) => {
        clearTimeout(timer)
        listeners.delete(done)
        resolve(page)
      }
      const timer = setTimeout(done, patience, undefined)
      listeners.add(done)
      signal.addEventListener('abort', () => done(undefined), { once: true })
    })

  return {
    join: () => {
      members += 1
      channel ??= openTabChannel(scope, options.openBroadcast, receive)
      return () => {
        members -= 1
        if (members > 0) return
        channel?.close()
        channel = undefined
      }
    },
    fetchShared: (queryKey, ask, signal) => {
      const hash = hashKey(queryKey)
      const askAndTell = async () => {
        const page = await ask()
        channel?.post({ kind: 'page', queryKey, page })
        return page
      }
      const answer = (asked.get(hash) ?? Promise.resolve()).then(() =>
        fetchShared({
          locks: channel && locks,
          name: `${tabName(scope)} ${hash}`,
          ask: askAndTell,
          heard: () => heard(hash, signal),
        }),
      )
      asked.set(
        hash,
        answer.catch(() => undefined),
      )
      return answer
    },
    broadcastMessages: (verb, answered, span) =>
      channel?.post({ kind: 'settledMessages', verb, answered: [...answered], span }),
    broadcastMarkAll: ({ verb, target }, span) =>
      channel?.post({
        kind: 'settledAll',
        verb,
        feeds: target.kind === 'all' ? target.feeds : undefined,
        span,
      }),
    broadcastPersisting: (page) => channel?.post({ kind: 'keeping', page }),
  }
}
