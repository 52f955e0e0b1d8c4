import { onlineManager } from '@tanstack/react-query'
import { isHttpError } from '../../client/errors/HttpError.ts'
import type { InboxClient } from '../../client/inboxClient.ts'
import { sleep } from '../../client/sleep.ts'
import { cachedPages, type InboxCache } from '../cache/cachedPages.ts'
import type { Refresh } from '../cache/refresh.ts'
import { flagsAfter, isFeedIntent, isMadeOn } from '../log/feedIntent.ts'
import type { Intent, Settled } from '../log/intent.ts'
import type { IntentLog } from '../log/intentLog.ts'
import { flagsOf } from '../marks/markedFlags.ts'
import { type Flags, isSameFlags } from '../model/mark.ts'
import type { Tick } from '../model/ticker.ts'
import type { Tabs } from '../tabs/tabs.ts'
import type { Batch } from './outbox.ts'
import { isCutOff, untilOnline } from './untilOnline.ts'

export interface IntentSenderOptions extends InboxCache {
  client: InboxClient
  subscriberId: string
  owner: string
  log: IntentLog
  tick: () => Tick
  /** Milliseconds since 1970. */
  now: () => number
  newId: () => string
  /** The id of the browser's stream of hints, which needs no hint of what this tab does. */
  streamId: () => string | undefined
  /** A request about the feed got its response, or failed. */
  onFeedResponse: () => void
  report: (error: unknown) => Error
  refresh: Refresh
  tabs: Pick<Tabs, 'broadcast'>
}

/** The longest total wait for a request that the service is still working on, in milliseconds. Later ones wait too. */
const maxWaiting = 20_000

/**
 * The wait before the next attempt, in milliseconds, if the service is still working on a request with the same key: a
 * closed page sent it. At least a second: waits of 0 would never end. Undefined for any other failure.
 */
const waitWhileInProgress = (error: unknown) =>
  isHttpError(error) && error.status === 409 && error.retryAfter !== undefined
    ? Math.max(1_000, error.retryAfter)
    : undefined

/** Whether the service certainly did nothing. After several attempts, an earlier one may have been done. */
const isRefusal = (error: unknown) => isHttpError(error) && error.status < 500 && error.attempts === 1

const idsOf = (intents: Batch['intents']): ReadonlySet<string> => new Set(intents.map(({ id }) => id))

/**
 * Sends a batch to the service and settles it in the log. While the browser is offline, it waits. Rejects if it failed.
 * It changes the status of the intents in the log before it first waits.
 */
type SendBatch = (batch: Batch) => Promise<unknown>

export const createIntentSender = (options: IntentSenderOptions): SendBatch => {
  const { client, subscriberId, owner, log, tick, now, newId, streamId, onFeedResponse, report, refresh, tabs } =
    options

  /**
   * The flags with which a message shows on the delivery that an intent was made on. It still shows until the later one
   * is known, or while that is held back: there it stays as the user left it.
   */
  const shownOn = (intent: Intent, id: string) =>
    cachedPages(options).flatMap(({ data, requestedAt }) =>
      data
        .filter((notification) => notification._id === id && isMadeOn(intent, notification))
        .map((notification) => [id, flagsOf({ notification, requestedAt }, log.getState())] as const),
    )

  const settle = ({ intents, joined, kind }: Batch, response: unknown, sentAt: Tick, isStale: boolean) => {
    // The service leaves alone what it has delivered again.
    const isSpared = (flags: Flags) =>
      isFeedIntent(joined) && joined.until !== undefined && !isSameFlags(flagsAfter(flags, joined), flags)
    const items = kind
      .itemsIn?.(response, joined)
      .flatMap(([id, flags]) => (isSpared(flags) ? shownOn(joined, id) : [[id, flags] as const]))
    const settled: Settled = {
      intent: joined,
      by: owner,
      sentAt,
      settledAt: tick(),
      ...(items && { items }),
      ...(kind.isUncertain?.(joined) && { isUncertain: true }),
    }
    const isContested = log.settle(idsOf(intents), settled)
    tabs.broadcast({ kind: 'settled', settled })
    kind.refresh(refresh, joined, isContested || isStale, new Map(items))
  }

  return async (batch) => {
    const { intents, joined, kind } = batch
    const ids = idsOf(intents)
    // A closed page sent it, and the service may have done it. Under the same key it counts once.
    const sentAs = intents[0]?.sentAs
    const idempotencyKey = sentAs ?? newId()
    // After a lost response the service repeats its first response, which may be stale by now.
    let isRepeated = sentAs !== undefined
    let waited = 0
    let hasFailedOffline = false
    const onResponse = () => joined.subject === 'feed' && onFeedResponse()
    for (;;) {
      if (!onlineManager.isOnline() || hasFailedOffline) {
        log.pause(ids)
        await untilOnline()
        // The subscriber has left, and another one may be signed in by now. It has neither succeeded nor failed.
        if (!log.getState().pending.some(({ id }) => ids.has(id))) return new Promise(() => {})
      }
      if (kind.isOver?.(joined, now())) {
        log.drop(ids)
        return []
      }
      log.send(ids, idempotencyKey)
      const sentAt = tick()
      try {
        // `keepalive`: a click may leave the browser page at once, and the intent must still arrive.
        const callOptions = { keepalive: true, idempotencyKey, streamId: streamId() }
        const response = await kind.request(client, subscriberId, joined, callOptions)
        settle(batch, response, sentAt, isRepeated)
        onResponse()
        return response
      } catch (error) {
        // If the network failed during the request, it is sent again under its key, so that it counts once.
        hasFailedOffline = !isHttpError(error) && isCutOff()
        const wait = onlineManager.isOnline() && !hasFailedOffline ? waitWhileInProgress(error) : 0
        if (wait === undefined || waited + wait > maxWaiting) {
          const reported = report(error)
          log.fail(ids, reported)
          // The service may have done it.
          if (isRepeated || !isRefusal(error)) kind.refresh(refresh, joined, true, new Map())
          onResponse()
          throw reported
        }
        isRepeated = true
        waited += wait
        await sleep(wait)
      }
    }
  }
}
