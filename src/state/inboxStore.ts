import { onlineManager, type QueryClient } from '@tanstack/react-query'
import type { FeedRequest, InboxClient } from '../client/createInboxClient.ts'
import { realEnvironment } from '../client/environment.ts'
import { ContractError } from '../client/errors/ContractError.ts'
import type { FeedPage, UnreadableItem } from '../contract/feed.ts'
import type { Preferences, PreferencesQuery } from '../contract/preferences.ts'
import type { MarkVerb } from '../contract/marks.ts'
import { type InboxKeys, inboxKeys, type InboxScope } from './inboxKeys.ts'
import type { Flags, Mark, MarkAnswer, MarkTarget } from './mark.ts'
import { createMarkLog, type MarkLog } from './markLog.ts'
import { type Batch, createOutbox, maxMessages } from './outbox.ts'
import { createSeenCollector } from './seenCollector.ts'
import type { StampedPage } from './mergePages.ts'
import { createTicker, type Tick } from './ticker.ts'

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
}

export const defaultEnvironment: InboxEnvironment = {
  now: Date.now,
  random: Math.random,
  newId: realEnvironment.newKey,
  gatherFor: 40,
  gatherSeenFor: 500,
}

export interface InboxStoreOptions {
  client: InboxClient
  queryClient: QueryClient
  scope: InboxScope
  environment?: InboxEnvironment
}

/** One subscriber's inbox: the service it asks, the cache that keeps the answers, and the log of marks. */
export interface InboxStore {
  readonly client: InboxClient
  readonly queryClient: QueryClient
  readonly subscriberId: string
  readonly keys: InboxKeys
  readonly log: MarkLog
  readonly environment: InboxEnvironment
  readonly tick: () => Tick
  /** Asks for a page of the feed (4.2). Items in it that can't be read are reported. */
  askPage(query: FeedRequest, signal: AbortSignal): Promise<StampedPage>
  /** Asks for the preferences (4.5). */
  askPreferences(query: PreferencesQuery, signal: AbortSignal): Promise<Preferences>
  /** Makes a mark: shown at once, sent in order. Rejects when it failed; then it stands in the log as failed. */
  mark(verb: MarkVerb, target: MarkTarget): Promise<MarkAnswer>
  /** Makes a failed mark again. */
  retry(markId: string): Promise<MarkAnswer>
  /** Sends what waits at once: the page is going away. */
  flush(): void
  /** Asks anew for what is on the screen, at its head. */
  refresh(): Promise<void>
  /** Marks a message as seen, together with others that come into view within a moment. */
  markSeen(messageId: string): void
  /** Calls `listener` with each error: failed questions and marks, items that can't be read. Returns a stop. */
  onError(listener: (error: Error) => void): () => void
  /** Forgets everything of this subscriber: queued marks are sent at once, caches are emptied. */
  clear(): void
}

/** The kinds of query that look for news. */
const polledKinds = ['heads', 'count'] as const

const isPageList = (data: unknown): data is { pages: StampedPage[] } =>
  typeof data === 'object' && data !== null && 'pages' in data

/** Every stamped page in a cache entry, of whichever kind it is. */
const stampedPages = (data: unknown): StampedPage[] =>
  isPageList(data) ? data.pages : Array.isArray(data) ? data : isStamped(data) ? [data] : []

const isStamped = (data: unknown): data is StampedPage =>
  typeof data === 'object' && data !== null && 'requestedAt' in data

const unreadableError = (items: readonly UnreadableItem[]) =>
  new ContractError(
    'getFeed',
    items.flatMap(({ index, issues }) =>
      issues.map(({ field, message }) => ({ field: `data[${index}]${field && '.'}${field}`, message })),
    ),
  )

export const createInboxStore = ({
  client,
  queryClient,
  scope,
  environment = defaultEnvironment,
}: InboxStoreOptions): InboxStore => {
  const { subscriberId } = scope
  const keys = inboxKeys(scope)
  const log = createMarkLog()
  const tick = createTicker(environment.now)

  const errorListeners = new Set<(error: Error) => void>()

  const report = (error: unknown): Error => {
    const reported = error instanceof Error ? error : new Error(String(error))
    for (const listener of errorListeners) listener(reported)
    return reported
  }

  const whenOnline = (ids: ReadonlySet<string>) =>
    new Promise<void>((resolve) => {
      if (onlineManager.isOnline()) return resolve()
      log.pause(ids)
      const stop = onlineManager.subscribe((online) => {
        if (!online) return
        stop()
        log.resume(ids)
        resolve()
      })
    })

  const call = async ({ verb, target }: Batch, idempotencyKey: string): Promise<MarkAnswer> => {
    // `keepalive`: a click may lead away from the page at once, and the mark must arrive all the same.
    const options = { keepalive: true, idempotencyKey }
    if (target.kind === 'messages') {
      const body = { messageId: [...target.ids], markAs: verb }
      return { kind: 'messages', messages: await client.markAs(subscriberId, body, options) }
    }
    const body = { markAs: verb, ...(target.feeds && { feedIdentifier: [...target.feeds] }) }
    return { kind: 'all', count: await client.markAll(subscriberId, body, options) }
  }

  const settle = (batch: Batch, ids: ReadonlySet<string>, answer: MarkAnswer) => {
    const settledAt = tick()
    if (answer.kind === 'all') {
      for (const mark of batch.marks) log.settleAll(mark, settledAt)
      // Its answer names no messages: pages asked for meanwhile, and counts, are asked for again.
      void refresh()
      return
    }
    const answered = new Map<string, Flags>()
    for (const { _id, read, seen } of answer.messages)
      if (_id !== undefined && batch.target.kind === 'messages' && batch.target.ids.includes(_id))
        answered.set(_id, { read, seen })
    log.settleMessages(ids, answered, settledAt)
  }

  const send = async (batch: Batch): Promise<MarkAnswer> => {
    const ids = new Set(batch.marks.map(({ id }) => id))
    const idempotencyKey = environment.newId()
    for (;;) {
      await whenOnline(ids)
      try {
        const answer = await call(batch, idempotencyKey)
        settle(batch, ids, answer)
        return answer
      } catch (error) {
        // The network went away under the request: it waits for it, with its key, so that it counts once.
        if (!onlineManager.isOnline()) continue
        const cause = report(error)
        log.fail(ids, cause)
        // The answer may have been lost after the service did it: ask what is true.
        void refresh()
        throw cause
      }
    }
  }

  const outbox = createOutbox({
    send,
    gather: () => new Promise((resolve) => setTimeout(resolve, environment.gatherFor)),
  })

  /** When the pages that are still on their way were asked for. */
  const underWay = new Set<Tick>()

  let newest: string | undefined

  /**
   * When one question brings a notification that the others have not heard of, those are asked again at once: the
   * bell must not say "3 new" over a list that waits for its own turn to show them.
   */
  const noticeNews = (page: FeedPage) => {
    const known = newest
    newest = [known ?? '', ...page.data.map(({ createdAt }) => createdAt ?? '')].reduce((a, b) => (a > b ? a : b))
    if (known === undefined || newest === known) return
    for (const kind of polledKinds)
      void queryClient.refetchQueries(
        { queryKey: [...keys.all, kind], type: 'active', fetchStatus: 'idle' },
        { cancelRefetch: false },
      )
  }

  const askPage = async (query: FeedRequest, signal: AbortSignal): Promise<StampedPage> => {
    const requestedAt = tick()
    underWay.add(requestedAt)
    try {
      const page = await client.getFeed(subscriberId, query, { signal })
      if (page.unreadable.length > 0) report(unreadableError(page.unreadable))
      noticeNews(page)
      return { ...page, requestedAt }
    } finally {
      underWay.delete(requestedAt)
    }
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

  const seen = createSeenCollector({
    // The log and `onError` tell of a failure; nobody waits for this promise.
    hand: (ids) => void mark('seen', { kind: 'messages', ids }).catch(() => undefined),
    schedule: (flush) => setTimeout(flush, environment.gatherSeenFor),
    most: maxMessages,
  })

  const prune = () => {
    const cached = queryClient
      .getQueriesData({ queryKey: keys.all })
      .flatMap(([, data]) => stampedPages(data))
      .map(({ requestedAt }) => requestedAt)
    log.prune([...cached, ...underWay].reduce((oldest, at) => Math.min(oldest, at), Number.POSITIVE_INFINITY))
  }

  const mark = (verb: MarkVerb, target: MarkTarget) => {
    prune()
    const made: Mark = { id: environment.newId(), verb, target }
    log.add(made)
    return outbox.add(made)
  }

  const refresh = async () => {
    await Promise.all(
      polledKinds.map((kind) => queryClient.invalidateQueries({ queryKey: [...keys.all, kind] })),
    )
  }

  const flush = () => {
    seen.flush()
    outbox.flush()
  }

  return {
    client,
    queryClient,
    subscriberId,
    keys,
    log,
    environment,
    tick,
    askPage: (query, signal) => reported(askPage(query, signal), signal),
    askPreferences: (query, signal) => reported(client.getPreferences(subscriberId, query, { signal }), signal),
    mark,
    retry: (markId) => {
      const failed = log.getState().failed.find(({ id }) => id === markId)
      if (failed === undefined) throw new Error(`There is no failed mark ${markId}: it was tried again or dismissed before.`)
      log.dismiss(markId)
      return mark(failed.verb, failed.target)
    },
    flush,
    refresh,
    markSeen: seen.add,
    onError: (listener) => {
      errorListeners.add(listener)
      return () => void errorListeners.delete(listener)
    },
    clear: () => {
      flush()
      queryClient.removeQueries({ queryKey: keys.all })
    },
  }
}
