import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './database/connect.ts'
import { inTransaction } from './database/inTransaction.ts'
import { type Progress, writeOldest } from './messages/writePending.ts'

/** The most messages that one transaction changes: it takes milliseconds, and requests run between two of them. */
const messagesPerStep = 500

/** A step of writing a mark-all, which its generation identifies. */
type Step = Progress & { generation: number | undefined; isLast: boolean }

/**
 * Writes pending mark-alls into their messages, in small steps, one after another: however many readers mark all, one
 * connection is used. Several processes can do so at the same time.
 */
export const createMarkAllWriter = ({ kysely }: Database, { log }: { log: (line: string) => void }) => {
  /** Column `id` of the subscribers whose mark-alls are to be written. */
  const subscriberKeys = new Set<string>()
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  const writePart = (subscriberKey: string, before: Step | undefined) =>
    inTransaction(kysely, 'write', async (trx): Promise<Step> => {
      const subscriber = await trx
        .selectFrom('tidings.subscribers')
        .selectAll()
        .where('id', '=', subscriberKey)
        .forNoKeyUpdate()
        .executeTakeFirst()
      const [oldest] = subscriber?.mark_alls ?? []
      if (!subscriber || !oldest) return { isDone: true, generation: undefined, isLast: true }
      const { generation } = oldest
      // If another process or a request has written the one before, this one begins at the first message.
      const after = before?.generation === generation ? before.last : undefined
      const progress = await writeOldest(trx, subscriber, { after, limit: messagesPerStep })
      return { ...progress, generation, isLast: subscriber.mark_alls.length === 1 }
    })

  /** Writes the oldest mark-all of a subscriber. Returns whether it was the last one. */
  const write = async (subscriberKey: string): Promise<boolean> => {
    let step: Step | undefined
    while (!step?.isDone && !stopping.signal.aborted) {
      step = await writePart(subscriberKey, step)
      await delay(20, undefined, { signal: stopping.signal }).catch(() => {})
    }
    return step?.isLast !== false
  }

  const run = async () => {
    // A subscriber who is added meanwhile is reached too.
    for (const subscriberKey of subscriberKeys) {
      // Before the work: a mark-all that follows it must be able to add the subscriber again.
      subscriberKeys.delete(subscriberKey)
      try {
        if (!(await write(subscriberKey))) subscriberKeys.add(subscriberKey)
      } catch (error) {
        log(`Writing a mark-all failed: ${String(error)}`)
      }
      if (stopping.signal.aborted) break
    }
    running = undefined
  }

  return {
    /**
     * Starts to write the mark-alls of a subscriber. Never throws: failures are logged, and the next request starts
     * again.
     */
    start: (subscriberKey: string): void => {
      if (stopping.signal.aborted) return
      subscriberKeys.add(subscriberKey)
      running ??= run()
    },
    /** Ends after the current step. Resolves when it is done. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await running
    },
  }
}
