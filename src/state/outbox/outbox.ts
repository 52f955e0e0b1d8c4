import type { MarkLog } from '../marks/markLog.ts'
import type { Mark, MarkAnswer, MarkTarget, QueuedMark } from '../model/mark.ts'

/** Marks that one request carries. */
export interface Batch {
  /** In the order in which they were made. Not empty. */
  marks: readonly QueuedMark[]
  verb: Mark['verb']
  target: MarkTarget
}

/** The most messages in one mark request: as many as a page of the feed can have. */
export const maxMessages = 100

/**
 * Chooses the marks of the next request: the first in the queue, and each later mark of the same verb, unless a mark in
 * between concerns the same messages. Sending such a mark early changes nothing. A request that left before is repeated
 * with exactly its marks, even if another tab's marks are between them now.
 * @returns undefined for an empty queue.
 */
export const nextBatch = (queue: readonly QueuedMark[]): Batch | undefined => {
  const [first, ...others] = queue
  if (first === undefined) return undefined
  const { verb, target, sentAs } = first
  if (target.kind === 'all') return { marks: [first], verb, target }

  const marks = [first]
  const ids = new Set(target.ids)
  const skipped = new Set<string>()
  for (const mark of others) {
    if (mark.target.kind === 'all') {
      if (sentAs !== undefined) continue
      // Nothing overtakes a mark-all.
      break
    }
    const isFree =
      mark.verb === verb &&
      ids.size + mark.target.ids.length <= maxMessages &&
      !mark.target.ids.some((id) => skipped.has(id))
    const joins = mark.sentAs === sentAs && (sentAs !== undefined || isFree)
    if (joins) marks.push(mark)
    for (const id of mark.target.ids) (joins ? ids : skipped).add(id)
  }
  return { marks, verb, target: { kind: 'messages', ids: [...ids] } }
}

/** Sends the queued marks of the log, one request after another. */
export interface Outbox {
  /** Resolves or rejects with the request that sends the mark. */
  add(mark: Mark): Promise<MarkAnswer>
  /** Sends everything in the queue at once, because the browser page is closing. */
  flush(): void
}

export interface OutboxOptions {
  log: MarkLog
  /** Sends a batch and settles it in the log. Rejects if it failed. */
  send: (batch: Batch) => Promise<MarkAnswer>
  /** Resolves once marks that are made within a moment are in the queue. */
  gather: () => Promise<void>
}

interface Waiter {
  resolve: (answer: MarkAnswer) => void
  reject: (error: unknown) => void
}

/**
 * Sends marks in the order in which they were made; marks made within a moment share a request per verb.
 *
 * TanStack's mutations could keep this order too, with a `scope`. But each would be a request of its own, so that
 * marking five notifications would take five round trips.
 */
export const createOutbox = ({ log, send, gather }: OutboxOptions): Outbox => {
  const waiters = new Map<string, Waiter>()
  let isRunning = false

  const takeNext = () => nextBatch(log.getPending().filter(({ status }) => status === 'queued'))

  /**
   * `send` changes the status of the marks before it waits for anything, so that `takeNext` skips them from here on.
   */
  const deliver = async (batch: Batch) => {
    const settle = (how: (waiter: Waiter) => void) => {
      for (const { id } of batch.marks) {
        const waiter = waiters.get(id)
        waiters.delete(id)
        if (waiter) how(waiter)
      }
    }
    await send(batch).then(
      (answer) => settle((waiter) => waiter.resolve(answer)),
      (error: unknown) => settle((waiter) => waiter.reject(error)),
    )
  }

  const run = async () => {
    if (isRunning || takeNext() === undefined) return
    isRunning = true
    await gather()
    for (let batch = takeNext(); batch; batch = takeNext()) await deliver(batch)
    isRunning = false
  }
  log.subscribe(() => void run())

  return {
    add: (mark) =>
      new Promise((resolve, reject) => {
        waiters.set(mark.id, { resolve, reject })
        log.add(mark)
      }),
    flush: () => {
      // The last chance: leaving at all matters more than the order of requests.
      for (let batch = takeNext(); batch; batch = takeNext()) void deliver(batch)
    },
  }
}
