import { onlineManager } from '@tanstack/react-query'
import { isHttpError } from '../../client/errors/HttpError.ts'
import type { InboxClient } from '../../client/inboxClient.ts'
import { feedLimit } from '../../contract/feed.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import type { Refresh } from '../cache/refresh.ts'
import type { MarkLog } from '../marks/markLog.ts'
import type { FeedFilter } from '../model/feedFilter.ts'
import type { Flags, Mark, MarkAnswer } from '../model/mark.ts'
import type { Tick } from '../model/ticker.ts'
import type { Tabs } from '../tabs/tabs.ts'
import type { Batch } from './outbox.ts'

/** Which messages a mark would change. */
const changeable: Record<MarkVerb, FeedFilter> = {
  read: { read: false },
  unread: { read: true },
  seen: { seen: false },
  unseen: { seen: true },
}

/** Most requests for the list. Whoever has more to mark marks it without a way back. */
const maxRequests = 10

/**
 * Lists the messages that a mark-all is about to change, with their flags: the service's answer is only a number, and
 * without the list nobody could take the mark back.
 *
 * @returns undefined where there are too many.
 */
const fetchAffected = async (
  client: InboxClient,
  subscriberId: string,
  verb: MarkVerb,
  feeds: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Map<string, Flags> | undefined> => {
  const affected = new Map<string, Flags>()
  let page: number | undefined
  for (let requests = 0; requests < maxRequests; requests += 1) {
    const request = { ...changeable[verb], limit: feedLimit.max, ...(page !== undefined && { page }) }
    const answer = await client.getFeed(subscriberId, request, { signal })
    for (const { _id, _feedId, read, seen } of answer.data)
      if (feeds === undefined || feeds.includes(_feedId ?? '')) affected.set(_id, { read, seen })
    if (!answer.hasMore || answer.data.length === 0) return affected
    page = answer.page + 1
  }
  return undefined
}

interface MarkSenderOptions {
  client: InboxClient
  subscriberId: string
  /** This tab, among those of the browser. */
  owner: string
  log: MarkLog
  tick: () => Tick
  newId: () => string
  report: (error: unknown) => Error
  refresh: Refresh
  tabs: Pick<Tabs, 'broadcastMessages' | 'broadcastMarkAll'>
  /** Told just before marks travel, and under which idempotency key. */
  onSend: (marks: readonly Mark[], key: string) => void
}

/**
 * How long to wait in all for a request that is at work, between asking for it again, in milliseconds. The marks behind it
 * wait too.
 */
const maxWaiting = 20_000

/**
 * How long to wait, in milliseconds, where the service is at work on a request of the same key: one that a page sent which is
 * closed by now. Undefined for any other failure.
 */
const waitWhileAtWork = (error: unknown) => (isHttpError(error) && error.status === 409 ? error.retryAfter : undefined)

/** Whether the service surely did nothing. An attempt before the last may have been done, and its answer lost. */
const isRefusal = (error: unknown) => isHttpError(error) && error.status < 500 && error.attempts === 1

/** Brings marks to the service. */
interface MarkSender {
  /**
   * Sends a batch of marks, and tells the log what became of them. While the browser is offline it waits; it rejects
   * when the marks failed.
   */
  send(batch: Batch): Promise<MarkAnswer>
  /** The page is going away: no mark may wait for anything any more. */
  hurry(): void
}

export const createMarkSender = (options: MarkSenderOptions): MarkSender => {
  const { client, subscriberId, owner, log, tick, newId, report, refresh, tabs, onSend } = options

  const whenOnline = (ids: ReadonlySet<string>) =>
    new Promise<void>((resolve) => {
      log.pause(ids)
      const stop = onlineManager.subscribe((isOnline) => {
        if (!isOnline) return
        stop()
        log.resume(ids)
        resolve()
      })
    })

  let patience = new AbortController()

  /** What a mark-all is about to change. The mark itself does not depend on it. */
  const affectedBy = async ({ marks, verb, target }: Batch) => {
    if (target.kind !== 'all' || !marks.some(({ isUndoable }) => isUndoable)) return undefined
    try {
      return await fetchAffected(client, subscriberId, verb, target.feeds, patience.signal)
    } catch (error) {
      if (!patience.signal.aborted) report(error)
      return undefined
    }
  }

  const call = async (batch: Batch, idempotencyKey: string): Promise<MarkAnswer> => {
    const { verb, target } = batch
    // `keepalive`: a click may lead away from the page at once, and the mark must arrive all the same.
    const callOptions = { keepalive: true, idempotencyKey }
    if (target.kind === 'messages') {
      const body = { messageId: [...target.ids], markAs: verb }
      return { kind: 'messages', messages: await client.markAs(subscriberId, body, callOptions) }
    }
    const body = { markAs: verb, ...(target.feeds && { feedIdentifier: [...target.feeds] }) }
    const affected = await affectedBy(batch)
    return { kind: 'all', count: await client.markAll(subscriberId, body, callOptions), affected }
  }

  const settle = ({ marks, verb, target }: Batch, ids: ReadonlySet<string>, answer: MarkAnswer, sentAt: Tick) => {
    const span = { by: owner, sentAt, settledAt: tick() }
    if (answer.kind === 'all') {
      const feeds = target.kind === 'all' ? target.feeds : undefined
      let isContested = false
      for (const mark of marks) {
        isContested = log.settleAll(mark.id, { verb: mark.verb, feeds }, span) || isContested
        tabs.broadcastMarkAll(mark, span)
      }
      // The answer names no messages. Some may have arrived before the service did it, and after we were last told.
      // And of feeds we only guess which messages are theirs.
      if (isContested || (target.kind === 'all' && target.feeds)) refresh.everything()
      else refresh.newest()
      return
    }
    const asked = new Set(target.kind === 'messages' ? target.ids : [])
    const answered = new Map<string, Flags>()
    for (const { _id, read, seen } of answer.messages)
      if (_id !== undefined && asked.has(_id)) answered.set(_id, { read, seen })
    const isContested = log.settleMessages(ids, verb, answered, span)
    tabs.broadcastMessages(verb, answered, span)
    if (isContested) refresh.everything()
    else refresh.refetchMissing(answered)
  }

  const send = async (batch: Batch): Promise<MarkAnswer> => {
    const ids = new Set(batch.marks.map(({ id }) => id))
    // Sent before the page was loaded anew, and perhaps done: under the same key it counts once.
    const idempotencyKey = batch.marks[0]?.sentAs ?? newId()
    // After an attempt whose answer was lost the service repeats what it answered then: things may have changed since.
    let isRepeated = batch.marks.some(({ sentAs }) => sentAs !== undefined)
    let waited = 0
    for (;;) {
      // Nothing is waited for while online: a page that goes away sends in this very turn, or never.
      if (!onlineManager.isOnline()) await whenOnline(ids)
      onSend(batch.marks, idempotencyKey)
      const sentAt = tick()
      try {
        const answer = await call(batch, idempotencyKey)
        settle(batch, ids, answer, sentAt)
        if (isRepeated) refresh.everything()
        return answer
      } catch (error) {
        // The network went away under the request: it is sent again with its key, so that it counts once.
        const wait = onlineManager.isOnline() ? waitWhileAtWork(error) : 0
        if (wait === undefined || waited + wait > maxWaiting) {
          const reported = report(error)
          log.fail(ids, reported)
          if (isRepeated || !isRefusal(error)) refresh.everything()
          throw reported
        }
        isRepeated = true
        waited += wait
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  return {
    send,
    hurry: () => {
      patience.abort()
      patience = new AbortController()
    },
  }
}
