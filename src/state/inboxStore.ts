import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { realEnvironment } from '../client/environment.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { toError } from '../client/errors/toError.ts'
import type { FeedRequest, InboxClient } from '../client/inboxClient.ts'
import type { MarkVerb } from '../contract/marks.ts'
import type { Preferences, PreferencesQuery } from '../contract/preferences.ts'
import { createPageSource } from './cache/pageSource.ts'
import { createRefresh } from './cache/refresh.ts'
import { createMarkLog, type MarkLog } from './marks/markLog.ts'
import type { ServerFilter } from './model/feedFilter.ts'
import { type InboxKeys, inboxKeys, type InboxScope } from './model/inboxKeys.ts'
import type { Locks } from './model/locks.ts'
import type { Mark, MarkTarget } from './model/mark.ts'
import type { StampedPage } from './model/stampedPage.ts'
import { createTicker } from './model/ticker.ts'
import { createMarkSender } from './outbox/markSender.ts'
import { createOutbox, maxMessages } from './outbox/outbox.ts'
import { createSeenCollector } from './outbox/seenCollector.ts'
import { createUndoableMarks, type UndoableMarks } from './outbox/undoableMarks.ts'
import { type InboxSnapshot, restoreSnapshot, takeSnapshot } from './persistence/inboxSnapshot.ts'
import type { InboxStorage } from './persistence/inboxStorage.ts'
import { createPersistence } from './persistence/persistence.ts'
import { openBroadcast, type OpenBroadcast } from './tabs/tabChannel.ts'
import { createTabs } from './tabs/tabs.ts'

/** What the world gives to a store; replaced in tests. */
export interface InboxEnvironment {
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 up to 1. */
  random: () => number
  /** A new unique text. */
  newId: () => string
  /** For how long marks gather before they travel, in milliseconds. */
  gatherFor: number
  /** For how long messages that came into view gather before they are marked as seen, in milliseconds. */
  gatherSeenFor: number
  /** Opens the channel between the browser's tabs. */
  openBroadcast: OpenBroadcast
  /** Web Locks, where the browser has them. */
  locks: Locks | undefined
  /** For how long another tab's answer is waited for before asking oneself, in milliseconds. */
  patience: number
  /** Least between two polls, in milliseconds: who means seconds must not ask a service dozens of times in each. */
  shortestPoll: number
}

export const defaultEnvironment: InboxEnvironment = {
  now: realEnvironment.now,
  random: realEnvironment.random,
  newId: realEnvironment.newKey,
  gatherFor: 40,
  gatherSeenFor: 500,
  openBroadcast,
  locks: globalThis.navigator?.locks,
  patience: 5_000,
  shortestPoll: 1_000,
}

export interface InboxStoreOptions {
  client: InboxClient
  queryClient: QueryClient
  scope: InboxScope
  environment: InboxEnvironment
}

/** One subscriber's inbox: the service it asks, the cache that keeps the answers, and the log of marks. */
export interface InboxStore extends UndoableMarks {
  readonly queryClient: QueryClient
  readonly keys: InboxKeys
  readonly log: MarkLog
  /** What the world gives to it. */
  readonly environment: InboxEnvironment
  /** When it was made, in milliseconds since 1970. */
  readonly startedAt: number
  /** From 0 up to 1, chosen once: keeps the polls of many pages apart. */
  readonly spread: number
  /** Asks for a page of the feed (4.2). Items in it that can't be read are reported. */
  fetchPage(query: FeedRequest, signal: AbortSignal): Promise<StampedPage>
  /** Asks for a page that other tabs poll for too: one of them asks, all are answered. */
  fetchShared(queryKey: QueryKey, ask: () => Promise<StampedPage>, signal: AbortSignal): Promise<StampedPage>
  /** Asks for what tells how many notifications match a filter, as cheaply as the service allows. */
  fetchCount(filter: ServerFilter, signal: AbortSignal): Promise<StampedPage>
  /** Begins to share polls and marks with the browser's other tabs. Returns the end of it. */
  joinTabs(): () => void
  /** Restores what an earlier visit kept there, and keeps what follows. Returns the end of it. */
  persistIn(storage: InboxStorage): () => void
  /** Removes what is kept, unless another inbox of this page keeps it too. */
  forgetPersisted(): void
  /** What a server hands to the browser. */
  takeSnapshot(): InboxSnapshot
  /** Begins with what a server asked for. */
  restoreSnapshot(snapshot: InboxSnapshot): void
  /** Asks for the preferences (4.5). */
  fetchPreferences(query: PreferencesQuery, signal: AbortSignal): Promise<Preferences>
  /** Makes a failed mark again. */
  retry(markId: string): Promise<void>
  /** Marks a message as seen, together with others that come into view within a moment. */
  markSeen(messageId: string): void
  /** Marks all messages as seen, unless that is on its way. */
  markAllSeen(): void
  /**
   * Queues and writes what gathers: the page is out of sight, and may not come back. It may as well, at once; so marks go on
   * one after another.
   */
  suspend(): void
  /** Sends all that waits at once, beside what is on its way: the page is going away, and this is the last chance. */
  flush(): void
  /** Tells of an error that came up outside the store. */
  report(error: unknown): void
  /** Calls `listener` with each error: failed questions and marks, items that can't be read. Returns a stop. */
  onError(listener: (error: Error) => void): () => void
  /** Forgets everything of this subscriber: queued marks are sent at once, caches and what is kept are emptied. */
  clear(): void
}

export const createInboxStore = ({ client, queryClient, scope, environment }: InboxStoreOptions): InboxStore => {
  const { subscriberId } = scope
  const keys = inboxKeys(scope)
  const log = createMarkLog()
  const tick = createTicker(environment.now)
  const errorListeners = new Set<(error: Error) => void>()

  const told = new WeakSet<Error>()

  const report = (error: unknown): Error => {
    const reported = toError(error)
    // What fails with each call is one cause.
    if (told.has(reported)) return reported
    told.add(reported)
    for (const listener of errorListeners)
      try {
        listener(reported)
      } catch (thrown) {
        // A host's mistake must not stop the marks: it goes where an uncaught one goes.
        globalThis.reportError?.(thrown)
      }
    return reported
  }

  /** Lets every failure be heard of, but for a question that nobody waits for any more. */
  const reported = async <Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      if (!signal.aborted) report(error)
      throw error
    }
  }

  const refresh = createRefresh(queryClient, keys)
  const pages = createPageSource({ client, queryClient, subscriberId, keys, tick, now: environment.now, report })
  const { openBroadcast: open, locks, patience } = environment
  const tabs = createTabs({
    scope,
    queryClient,
    keys,
    log,
    tick,
    openBroadcast: open,
    locks,
    patience,
    refetchIfNewer: pages.refetchIfNewer,
    lastRequestedAt: pages.lastRequestedAt,
    onContest: () => refresh.everything(),
    onMarked: (answered) => refresh.refetchListsMissing(answered),
    onPersisting: (page) => keeper.watch(page),
  })
  const owner = environment.newId()
  const sender = createMarkSender({
    client,
    subscriberId,
    owner,
    log,
    tick,
    newId: environment.newId,
    report,
    refresh,
    tabs,
    onSend: (marks, key) => keeper.sent(marks, key),
  })
  const outbox = createOutbox({
    send: sender.send,
    gather: async () => {
      await new Promise((resolve) => setTimeout(resolve, environment.gatherFor))
      await keeper.ready()
    },
    inOrder: (marks) => {
      const places = new Map(log.getState().pending.map(({ id }, place) => [id, place]))
      const placeOf = ({ id }: Mark) => places.get(id) ?? places.size
      return [...marks].sort((a, b) => placeOf(a) - placeOf(b))
    },
  })
  const keeper = createPersistence({
    scope,
    queryClient,
    keys,
    log,
    tick,
    now: environment.now,
    owner,
    locks,
    patience,
    report,
    // Whether it arrives stands in the log.
    send: (mark) => void outbox.add(mark).catch(() => undefined),
    onKeeping: () => tabs.broadcastPersisting(owner),
  })

  const make = (verb: MarkVerb, target: MarkTarget): Mark => ({ id: environment.newId(), verb, target, madeAt: tick() })
  const send = (mark: Mark) => {
    log.prune(pages.oldestRequestedAt())
    log.add(mark)
    return outbox.add(mark)
  }

  const sendSeen = async (ids: string[]) => {
    try {
      await send({ ...make('seen', { kind: 'messages', ids }), isQuiet: true })
    } catch {
      // `onError` was told. It goes along with the next.
      seen.keep(ids)
    }
  }
  const seen = createSeenCollector({
    hand: (ids) => void sendSeen(ids),
    schedule: (flush) => setTimeout(flush, environment.gatherSeenFor),
    most: maxMessages,
  })

  const suspend = () => {
    seen.flush()
    keeper.flush()
  }
  const flush = () => {
    suspend()
    // Without a network nothing can leave; if the page comes back, its marks are to go in order.
    if (!onlineManager.isOnline()) return
    sender.hurry()
    outbox.flush()
  }

  return {
    queryClient,
    keys,
    log,
    environment,
    startedAt: environment.now(),
    spread: environment.random(),
    fetchPage: (query, signal) => reported(pages.fetchPage(query, signal), signal),
    fetchShared: tabs.fetchShared,
    fetchCount: (filter, signal) => reported(pages.fetchCount(filter, signal), signal),
    joinTabs: tabs.join,
    persistIn: keeper.keepIn,
    forgetPersisted: () => void keeper.forget(),
    takeSnapshot: () => takeSnapshot(queryClient, keys, scope, environment.now()),
    restoreSnapshot: (snapshot) => restoreSnapshot(queryClient, keys, scope, tick, environment.now(), snapshot),
    fetchPreferences: (query, signal) => reported(client.getPreferences(subscriberId, query, { signal }), signal),
    ...createUndoableMarks({
      queryClient,
      keys,
      log,
      mark: (verb, target, how) => send({ ...make(verb, target), ...how }),
    }),
    retry: async (markId) => {
      const failed = log.getState().failed.find(({ id }) => id === markId)
      if (failed === undefined)
        throw new SetupError('TIDINGS_207', 'useFailedMarks', {
          what: `no failed mark has the id ${markId}.`,
          why: 'It was retried or dismissed.',
        })
      log.dismiss(markId)
      await send(make(failed.verb, failed.target))
    },
    markSeen: seen.add,
    markAllSeen: () => {
      if (log.getState().pending.some(({ verb, target }) => verb === 'seen' && target.kind === 'all')) return
      // `onError` is told of a failure; there is nothing that the reader did and could do again.
      send({ ...make('seen', { kind: 'all', feeds: undefined }), isQuiet: true }).catch(() => undefined)
    },
    suspend,
    flush,
    report,
    onError: (listener) => {
      errorListeners.add(listener)
      return () => void errorListeners.delete(listener)
    },
    clear: () => {
      flush()
      void keeper.forget()
      queryClient.removeQueries({ queryKey: keys.all })
    },
  }
}
