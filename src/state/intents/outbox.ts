import type { Intent, QueuedIntent, SendState } from '../log/intent.ts'
import type { IntentLog } from '../log/intentLog.ts'
import type { AnyKind } from './intentKind.ts'
import { kindOf } from './kinds.ts'

/** Intents that one request carries. */
export interface Batch {
  /** In the order in which they were made. Not empty. */
  intents: readonly QueuedIntent[]
  /** The intent that does what all of them do. */
  joined: Intent
  kind: AnyKind
}

/**
 * Chooses the intents of the next request: the first in the queue, and each later one that can share its request,
 * unless one in between concerns the same messages. Sending such an intent early changes nothing. A request that left
 * before is repeated with exactly its intents, even if another tab's are between them now.
 * @param queue the intents on one subject.
 * @returns undefined for an empty queue.
 */
export const nextBatch = (queue: readonly QueuedIntent[]): Batch | undefined => {
  const [first, ...others] = queue
  if (first === undefined) return undefined
  const { sentAs, ...intent } = first
  const kind = kindOf(first)
  const batch: Batch & { intents: QueuedIntent[] } = { intents: [first], joined: intent, kind }
  if (!kind.join || !first.ids) return batch

  const skipped = new Set<string>()
  for (const other of others) {
    if (other.ids === undefined) {
      if (sentAs !== undefined) continue
      // Nothing overtakes it.
      break
    }
    const both = other.kind === first.kind ? kind.join(batch.joined, other) : undefined
    const isFree = !other.ids.some((id) => skipped.has(id))
    if (both && other.sentAs === sentAs && (sentAs !== undefined || isFree)) {
      batch.intents.push(other)
      batch.joined = { ...both, madeOn: { ...batch.joined.madeOn, ...other.madeOn } }
    } else for (const id of other.ids) skipped.add(id)
  }
  return batch
}

/** Sends the queued intents of the log, one request after another. */
export interface Outbox {
  /** Resolves or rejects with the request that sends the intent. */
  add(intent: Intent, status?: SendState['status']): Promise<unknown>
  /** Sends everything in the queue at once, and what is held, because the browser page is closing. */
  flush(): void
}

export interface OutboxOptions {
  log: IntentLog
  /** Sends a batch and settles it in the log. Rejects if it failed. */
  send: (batch: Batch) => Promise<unknown>
  /** Resolves once intents that are made within a moment are in the queue. */
  gather: () => Promise<void>
  /** Resolves once intents of an earlier visit are in the queue. Undefined if there are none. */
  restored: () => Promise<void> | undefined
}

interface Waiter {
  resolve: (response: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Sends the intents on one subject in the order in which they were made; marks made within a moment share a request per
 * verb.
 *
 * TanStack's mutations could keep this order too, with a `scope`. But each would be a request of its own, so that
 * marking five notifications would take five round trips.
 */
export const createOutbox = ({ log, send, gather, restored }: OutboxOptions): Outbox => {
  const waiters = new Map<string, Waiter>()
  /** The subjects whose queue is being sent. */
  const running = new Set<Intent['subject']>()

  const queued = () => log.getPending().filter(({ status }) => status === 'queued')
  const takeNext = (subject: Intent['subject']) => nextBatch(queued().filter((intent) => intent.subject === subject))

  /**
   * `send` changes the status of the intents before it waits for anything, so that `takeNext` skips them from here on.
   */
  const deliver = async (batch: Batch) => {
    const settle = (how: (waiter: Waiter) => void) => {
      for (const { id } of batch.intents) {
        const waiter = waiters.get(id)
        waiters.delete(id)
        if (waiter) how(waiter)
      }
    }
    await send(batch).then(
      (response) => settle((waiter) => waiter.resolve(response)),
      (error: unknown) => settle((waiter) => waiter.reject(error)),
    )
  }

  const run = async (subject: Intent['subject']) => {
    const first = takeNext(subject)
    if (running.has(subject) || !first) return
    running.add(subject)
    await (first.kind.join ? gather() : restored())
    for (let batch = takeNext(subject); batch; batch = takeNext(subject)) await deliver(batch)
    running.delete(subject)
  }
  const runAll = () => {
    for (const subject of new Set(queued().map((intent) => intent.subject))) void run(subject)
  }
  log.subscribe(runAll)

  return {
    add: (intent, status) =>
      new Promise((resolve, reject) => {
        waiters.set(intent.id, { resolve, reject })
        log.add(intent, status)
      }),
    flush: () => {
      const held = log.getPending().filter(({ status }) => status === 'held')
      if (held.length > 0) log.queue(new Set(held.map(({ id }) => id)))
      // The last chance: leaving at all matters more than the order of requests.
      for (const { subject } of queued())
        for (let batch = takeNext(subject); batch; batch = takeNext(subject)) {
          if (batch.kind.isStrictlyOrdered) break
          void deliver(batch)
        }
    },
  }
}
