import type { Mark, MarkAnswer, MarkTarget } from '../model/mark.ts'

/** Some marks that travel as one request. */
export interface Batch {
  marks: Mark[]
  verb: Mark['verb']
  target: MarkTarget
}

/** Most messages in one mark request: as many as a page of the feed can hold. */
export const maxMessages = 100

const idsOf = ({ target }: Mark) => (target.kind === 'messages' ? target.ids : [])

/**
 * Takes the next request's marks from the front of a queue: the first mark, and every later one of the same verb
 * that no mark in between concerns, so that sending it early changes nothing.
 * @returns the batch, and the queue without it.
 */
export const nextBatch = (queue: readonly Mark[]): { batch: Batch; rest: Mark[] } | undefined => {
  const [first, ...others] = queue
  if (first === undefined) return undefined
  if (first.target.kind === 'all')
    return { batch: { marks: [first], verb: first.verb, target: first.target }, rest: others }

  const marks = [first]
  const ids = new Set(first.target.ids)
  const rest: Mark[] = []
  const skipped = new Set<string>()
  let sawAll = false
  for (const mark of others) {
    const joins =
      !sawAll &&
      mark.target.kind === 'messages' &&
      mark.verb === first.verb &&
      mark.sentAs === first.sentAs &&
      ids.size + mark.target.ids.length <= maxMessages &&
      !mark.target.ids.some((id) => skipped.has(id))
    if (joins) {
      marks.push(mark)
      for (const id of idsOf(mark)) ids.add(id)
    } else {
      rest.push(mark)
      sawAll ||= mark.target.kind === 'all'
      for (const id of idsOf(mark)) skipped.add(id)
    }
  }
  return { batch: { marks, verb: first.verb, target: { kind: 'messages', ids: [...ids] } }, rest }
}

/** Sends marks one request after another. */
export interface Outbox {
  /** Queues a mark. The promise settles with the answer to the request that carries it. */
  add(mark: Mark): Promise<MarkAnswer>
  /** Sends all that waits at once, because the page is going away. */
  flush(): void
}

export interface OutboxOptions {
  /** Sends one batch. It tells the log what became of it, and rejects when it failed. */
  send: (batch: Batch) => Promise<MarkAnswer>
  /** Resolves once marks made within a moment have gathered. */
  gather: () => Promise<void>
  /** Puts marks in the order in which they were made: those of an earlier visit are queued after the first of this one. */
  inOrder: (marks: readonly Mark[]) => readonly Mark[]
}

interface Waiting {
  resolve: (answer: MarkAnswer) => void
  reject: (error: unknown) => void
}

/**
 * Makes the queue through which the marks of one subscriber reach the service in the order in which they were
 * made: one request at a time, marks made within a moment in one request per verb.
 *
 * It stands beside TanStack's mutations instead of using their `scope`: mutations in one scope run one after
 * another too, but each is a request of its own, so that marking five items would cost five round trips.
 */
export const createOutbox = ({ send, gather, inOrder }: OutboxOptions): Outbox => {
  let queue: Mark[] = []
  let isRunning = false
  const waiting = new Map<string, Waiting>()

  const sendNext = async (): Promise<boolean> => {
    const next = nextBatch(inOrder(queue))
    if (next === undefined) return false
    queue = next.rest
    const settle = (how: (who: Waiting) => void) => {
      for (const { id } of next.batch.marks) {
        const who = waiting.get(id)
        waiting.delete(id)
        if (who) how(who)
      }
    }
    await send(next.batch).then(
      (answer) => settle((who) => who.resolve(answer)),
      (error: unknown) => settle((who) => who.reject(error)),
    )
    return true
  }

  const run = async () => {
    if (isRunning) return
    isRunning = true
    await gather()
    while (await sendNext());
    isRunning = false
    // A mark may have been queued between the last look and here.
    if (queue.length > 0) await run()
  }

  return {
    add: (mark) =>
      new Promise((resolve, reject) => {
        waiting.set(mark.id, { resolve, reject })
        queue = [...queue, mark]
        void run()
      }),
    flush: () => {
      // The last chance: order between requests is worth less than that they leave at all.
      for (let left = queue.length; left > 0; left = queue.length) void sendNext()
    },
  }
}
