import { focusManager, onlineManager, type QueryClient } from '@tanstack/react-query'
import { realEnvironment } from '../client/clientOptions.ts'
import { type Clocks, clocks } from '../client/clock.ts'
import { toError } from '../client/errors/TidingsError.ts'
import type { InboxClient } from '../client/inboxClient.ts'
import { sleep } from '../client/sleep.ts'
import type { PreferencesQuery } from '../contract/preferences.ts'
import { cachedLists, type InboxCache } from './cache/cachedPages.ts'
import { createPageSource, type PageQuery } from './cache/pageSource.ts'
import { createRefresh } from './cache/refresh.ts'
import type { ConnectOutbox, ConnectedOutbox } from './intents/makeIntent.ts'
import { createLiveUpdates, type LiveUpdates } from './live/liveUpdates.ts'
import type { Visibility } from './live/streamOwner.ts'
import { isFeedIntent } from './log/feedIntent.ts'
import { createIntentLog, type IntentLog } from './log/intentLog.ts'
import type { ServerFilter } from './model/feedFilter.ts'
import { ifAllowed } from './model/ifAllowed.ts'
import { inboxKeys, type InboxScope } from './model/inboxKeys.ts'
import type { Locks } from './model/locks.ts'
import type { StampedPage, StampedPreferences } from './model/stampedPage.ts'
import { createTicker, type Tick } from './model/ticker.ts'
import { type InboxSnapshot, restoreSnapshot } from './persistence/inboxSnapshot.ts'
import type { TabStorage } from './persistence/intentPersister.ts'
import type { Connect, InboxPersister, Persistence } from './persistence/persistence.ts'
import { openBroadcast, type OpenBroadcast } from './tabs/tabChannel.ts'
import { createTabs, type Tabs } from './tabs/tabs.ts'

/** The clocks, chance and browser features that a store uses. Tests replace them. */
export interface InboxEnvironment extends Clocks {
  /** Returns a number from 0 up to, but not including, 1. */
  random: () => number
  /** Returns a new unique text. */
  newId: () => string
  /** How long marks are gathered into one request, in milliseconds. */
  gatherFor: number
  /** How long after the last message that came into view all of them are marked as seen, in milliseconds. */
  gatherSeenFor: number
  /** Opens the channel between the browser's tabs. */
  openBroadcast: OpenBroadcast
  /** Web Locks. Undefined in a browser without them. */
  locks: Locks | undefined
  /** Returns what is this tab's own. Default: sessionStorage. */
  session?: (() => TabStorage) | undefined
  /** How long to wait for another tab, or for a storage, before going on without it, in milliseconds. */
  patience: number
  /** The shortest poll interval, in milliseconds. A host that passes seconds must not poll dozens of times a second. */
  shortestPoll: number
  /** Whether the user sees this tab. */
  visibility: Visibility
}

export const defaultEnvironment: InboxEnvironment = {
  ...clocks,
  random: realEnvironment.random,
  newId: realEnvironment.newKey,
  gatherFor: 40,
  gatherSeenFor: 5_000,
  openBroadcast,
  locks: ifAllowed('Web Locks', () => globalThis.navigator?.locks),
  patience: 5_000,
  shortestPoll: 1_000,
  visibility: {
    isVisible: () => focusManager.isFocused(),
    subscribe: (listener) => focusManager.subscribe(listener),
  },
}

export interface InboxStoreOptions {
  client: InboxClient
  queryClient: QueryClient
  scope: InboxScope
  environment: InboxEnvironment
  /** Returns the service's time, in milliseconds since 1970. Default: that of the environment. */
  serviceNow?: () => number
}

/** One subscriber's inbox: the client that fetches, the cache of pages, and the log of intents. */
export interface InboxStore extends InboxCache {
  readonly client: InboxClient
  readonly scope: InboxScope
  /** Names the inbox in the browser, for locks and the like. The same in every tab. */
  readonly name: string
  readonly log: IntentLog
  readonly environment: InboxEnvironment
  /** Returns the service's time as far as it is known, in milliseconds since 1970: the browser's clock may be wrong. */
  readonly serviceNow: () => number
  readonly live: LiveUpdates
  /** Returns the current time, by the clock that stamps pages and marks. */
  readonly tick: () => Tick
  /** When it was created, in milliseconds since 1970. */
  readonly startedAt: number
  /** From 0 up to 1, chosen once: spreads the polls of many browser pages. */
  readonly spread: number
  /** Fetches a page of the feed, and with `counts` the counts. Notifications in it that can't be read are reported. */
  fetchPage(query: PageQuery, signal: AbortSignal, counts?: boolean): Promise<StampedPage>
  /** Fetches a page that other tabs poll for too: one tab fetches it for all. See `Tabs`. */
  fetchShared: Tabs['fetchShared']
  /** Fetches a page that shows how many notifications match a filter, as cheaply as the service allows. */
  fetchCount(filter: ServerFilter, signal: AbortSignal): Promise<StampedPage>
  /** Fetches the subscriber's preferences. */
  fetchPreferences(query: PreferencesQuery, signal: AbortSignal): Promise<StampedPreferences>
  /** Shares polls and marks with the other tabs of the browser. */
  joinTabs(): () => void
  /** Restores what an earlier visit stored, and persists from then on. */
  persist(persister: InboxPersister): () => void
  /** Removes what is stored, unless another inbox of this browser page persists it too. */
  forgetPersisted(): void
  /** Starts with the pages that a server fetched, if it did. */
  restoreSnapshot(snapshot: InboxSnapshot | undefined): void
  /**
   * Connects the code that sends intents, once. Code that makes them brings it along, so a browser page that only shows
   * its bell does not load it.
   */
  connectOutbox(connect: ConnectOutbox): ConnectedOutbox
  /** Functions that queue marks which are being collected: those of messages that came into view. */
  readonly collectors: Set<() => void>
  /**
   * Queues and writes what is being gathered, because the browser page is hidden and may not come back. It may also
   * come back at once, so marks are still sent one after another.
   */
  suspend(): void
  /** Sends every queued intent at once, beside those in flight: the browser page is closing. */
  flush(): void
  /** Reports an error that came up outside the store. */
  report(error: unknown): void
  /** Calls `listener` with each error: of requests, of marks, and of notifications that can't be read. */
  onError(listener: (error: Error) => void): () => void
  /** Removes this subscriber: sends queued intents at once, and empties the cache and the storage. */
  clear(): void
}

export const createInboxStore = ({
  client,
  queryClient,
  scope,
  environment,
  serviceNow = environment.now,
}: InboxStoreOptions): InboxStore => {
  const { now, newId } = environment
  const { subscriberId } = scope
  const keys = inboxKeys(scope)
  const cache: InboxCache = { queryClient, keys }
  const log = createIntentLog()
  const tick = createTicker(environment)
  const owner = newId()

  const errorListeners = new Set<(error: Error) => void>()
  const reportedErrors = new WeakSet<Error>()
  /** Errors of a first render, which ends before the provider subscribes. Undefined once it has. */
  let early: Error[] | undefined = []

  const report = (thrown: unknown): Error => {
    const error = toError(thrown)
    // The same error from several calls has one cause, and is reported once.
    if (reportedErrors.has(error)) return error
    reportedErrors.add(error)
    early?.push(error)
    notify(error)
    return error
  }

  const notify = (error: Error) => {
    for (const listener of errorListeners)
      try {
        listener(error)
      } catch (failure) {
        // A mistake in the host's listener must not stop the marks. It is reported as an uncaught error is.
        globalThis.reportError?.(failure)
      }
  }

  const reported = async <Result>(request: Promise<Result>, signal: AbortSignal): Promise<Result> => {
    try {
      return await request
    } catch (error) {
      if (!signal.aborted) report(error)
      throw error
    }
  }

  const refresh = createRefresh(cache)
  const pages = createPageSource({
    ...cache,
    ...environment,
    client,
    subscriberId,
    tick,
    report,
    onPage: (requestedAt, token) => live.onPage(requestedAt, token),
    onOffer: (isOffered) => live.onOffer(isOffered),
  })
  const tabs = createTabs({
    ...cache,
    ...environment,
    scope,
    log,
    tick,
    refetchIfNewer: pages.refetchIfNewer,
    lastRequestedAt: pages.lastRequestedAt,
    onContest: (subject) => (subject === 'feed' ? refresh.everything() : refresh.preferences()),
    report,
    onOther: (message) => {
      if (message.kind === 'persisting') persistence?.onPersisting(message.tabId)
      else live.receive(message)
    },
    onMarked: (marked, by) => {
      refresh.refetchMissing(marked, by)
      live.onMark()
    },
  })
  const name = keys.all.join(' ')
  const live = createLiveUpdates({
    ...cache,
    ...environment,
    client,
    subscriberId,
    name,
    tabs,
    refresh,
    tick,
    lastArrivalAt: pages.lastArrivalAt,
  })
  /** Undefined until the inbox is persisted. Most are not, so the code comes with the persister. */
  let persistence: Persistence | undefined
  const restored = () => persistence?.ready()
  const collectors = new Set<() => void>()
  const queueCollected = () => {
    for (const queue of collectors) queue()
  }

  /** Undefined until the first intent, or until the inbox is persisted. */
  let outbox: ConnectedOutbox | undefined
  const connectOutbox = (connect: ConnectOutbox) =>
    (outbox ??= connect({
      ...cache,
      client,
      subscriberId,
      owner,
      log,
      tick,
      now: serviceNow,
      newId,
      streamId: () => live.getState().streamId,
      onFeedResponse: live.onMark,
      report,
      refresh,
      tabs,
      gather: () => sleep(environment.gatherFor).then(restored),
      restored,
      beforeMake: (intent) => {
        // What was on the screen before must not become seen again afterwards.
        if (isFeedIntent(intent) && intent.verb === 'unseen') queueCollected()
        log.prune(pages.oldestRequestedAt())
      },
    }))

  const suspend = () => {
    queueCollected()
    persistence?.flush()
  }
  const flush = () => {
    suspend()
    // Offline, nothing can leave. If the browser page comes back, its marks are sent in order.
    if (!onlineManager.isOnline()) return
    outbox?.flush()
  }

  return {
    ...cache,
    client,
    scope,
    name,
    log,
    environment,
    serviceNow,
    live,
    tick,
    startedAt: now(),
    spread: environment.random(),
    fetchPage: (query, signal, counts) => reported(pages.fetchPage(query, signal, counts), signal),
    fetchShared: tabs.fetchShared,
    fetchCount: (filter, signal) => reported(pages.fetchCount(filter, signal), signal),
    fetchPreferences: async (query, signal) => {
      const requestedAt = tick()
      const preferences = await reported(client.getPreferences(subscriberId, query, { signal }), signal)
      return { preferences, requestedAt }
    },
    joinTabs: tabs.join,
    persist: ({ storage, connect }) => {
      persistence ??= (connect as Connect)({
        ...cache,
        ...environment,
        scope,
        log,
        tick,
        owner,
        report,
        tabs,
        connectOutbox,
        storage,
      })
      return persistence.start()
    },
    forgetPersisted: () => persistence?.forget(),
    restoreSnapshot: (snapshot) => {
      restoreSnapshot(queryClient, keys, scope, tick, now(), snapshot)
      for (const { requestedAt, liveToken } of cachedLists(cache).flatMap(({ pages: [first] }) => first ?? [])) {
        live.onOffer(liveToken !== undefined)
        live.onPage(requestedAt, liveToken)
      }
    },
    connectOutbox,
    collectors,
    suspend,
    flush,
    report,
    onError: (listener) => {
      errorListeners.add(listener)
      early?.forEach(notify)
      early = undefined
      return () => void errorListeners.delete(listener)
    },
    clear: () => {
      flush()
      persistence?.forget()
      queryClient.removeQueries({ queryKey: keys.all })
      // Those that wait for their turn can't be sent beside an earlier one, and the next subscriber may be signed in.
      const waiting = log.getPending().filter(({ subject, status }) => subject !== 'feed' && status !== 'sending')
      log.drop(new Set(waiting.map(({ id }) => id)))
    },
  }
}
