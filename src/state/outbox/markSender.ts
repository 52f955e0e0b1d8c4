import { onlineManager } from '@tanstack/react-query'
import { isHttpError } from '../../client/errors/HttpError.ts'
import type { InboxClient } from '../../client/inboxClient.ts'
import { sleep } from '../../client/untilWoken.ts'
import type { MarkAllBody } from '../../contract/marks.ts'
import type { Refresh } from '../cache/refresh.ts'
import type { MarkLog } from '../marks/markLog.ts'
import type { Flags, MarkAnswer } from '../model/mark.ts'
import type { Tick } from '../model/ticker.ts'
import type { Tabs } from '../tabs/tabs.ts'
import type { Batch } from './outbox.ts'
import { untilOnline } from './untilOnline.ts'

export interface MarkSenderOptions {
  client: InboxClient
  subscriberId: string
  owner: string
  log: MarkLog
  tick: () => Tick
  newId: () => string
  /** The id of the browser's stream of hints, which needs no hint of these marks. */
  streamId: () => string | undefined
  /** Marks have settled or failed. */
  onMark: () => void
  report: (error: unknown) => Error
  refresh: Refresh
  tabs: Pick<Tabs, 'broadcastMessages' | 'broadcastMarkAll'>
}

/** The longest total wait for a request that the service is still working on, in milliseconds. Later marks wait too. */
const maxWaiting = 20_000

/**
 * The wait before the next attempt, in milliseconds, if the service is still working on a request with the same key: a
 * closed page sent it. Undefined for any other failure.
 */
const waitWhileInProgress = (error: unknown) =>
  isHttpError(error) && error.status === 409 ? error.retryAfter : undefined

/** Whether the service certainly did nothing. After several attempts, an earlier one may have been done. */
const isRefusal = (error: unknown) => isHttpError(error) && error.status < 500 && error.attempts === 1

/**
 * Sends a batch of marks to the service and settles it in the log. While the browser is offline, it waits. Rejects if
 * the marks failed. It changes the status of the marks in the log before it first waits.
 */
type SendMarks = (batch: Batch) => Promise<MarkAnswer>

export const createMarkSender = (options: MarkSenderOptions): SendMarks => {
  const { client, subscriberId, owner, log, tick, newId, streamId, onMark, report, refresh, tabs } = options

  const call = async ({ verb, target }: Batch, idempotencyKey: string): Promise<MarkAnswer> => {
    // `keepalive`: a click may leave the browser page at once, and the mark must still arrive.
    const callOptions = { keepalive: true, idempotencyKey, streamId: streamId() }
    if (target.kind === 'messages') {
      const body = { messageId: [...target.ids], markAs: verb }
      return { kind: 'messages', messages: await client.markAs(subscriberId, body, callOptions) }
    }
    const body: MarkAllBody = {
      markAs: verb,
      ...(target.feeds && { feedIdentifier: [...target.feeds] }),
      ...(target.returnIds && { returnIds: true }),
    }
    return { kind: 'all', changed: await client.markAll(subscriberId, body, callOptions) }
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
      // The response names no messages. Some may have arrived before the service did it and after our last request. And
      // which messages belong to a feed is only a guess.
      if (isContested || feeds) refresh.everything()
      else refresh.newest()
      return
    }
    const requested = new Set(target.kind === 'messages' ? target.ids : [])
    const answered = new Map<string, Flags>()
    for (const { _id, read, seen } of answer.messages)
      if (_id !== undefined && requested.has(_id)) answered.set(_id, { read, seen })
    const isContested = log.settleMessages(ids, verb, answered, span)
    tabs.broadcastMessages(verb, answered, span)
    if (isContested) refresh.everything()
    else refresh.refetchMissing(answered)
  }

  return async (batch) => {
    const ids = new Set(batch.marks.map(({ id }) => id))
    // A closed page sent it, and the service may have done it. Under the same key it counts once.
    const sentAs = batch.marks[0]?.sentAs
    const idempotencyKey = sentAs ?? newId()
    // After a lost response the service repeats its first response, which may be stale by now.
    let isRepeated = sentAs !== undefined
    let waited = 0
    for (;;) {
      if (!onlineManager.isOnline()) {
        log.pause(ids)
        await untilOnline()
      }
      log.send(ids, idempotencyKey)
      const sentAt = tick()
      try {
        const answer = await call(batch, idempotencyKey)
        settle(batch, ids, answer, sentAt)
        onMark()
        if (isRepeated) refresh.everything()
        return answer
      } catch (error) {
        // If the network failed during the request, it is sent again under its key, so that it counts once.
        const wait = onlineManager.isOnline() ? waitWhileInProgress(error) : 0
        if (wait === undefined || waited + wait > maxWaiting) {
          const reported = report(error)
          log.fail(ids, reported)
          if (isRepeated || !isRefusal(error)) refresh.everything()
          onMark()
          throw reported
        }
        isRepeated = true
        waited += wait
        await sleep(wait)
      }
    }
  }
}
