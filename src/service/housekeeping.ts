import type { Database } from './database/connect.ts'
import { sql } from './database/kysely.ts'
import { answerLifetime } from './http/idempotency.ts'

const hour = 60 * 60 * 1000

/**
 * Does for the embedded database what a server's autovacuum does by itself: a mark leaves the old version of its
 * row behind, and counting the feed is fastest right after this.
 */
export const vacuum = async ({ kind, kysely }: Database): Promise<void> => {
  if (kind === 'server') return
  await sql`vacuum (analyze) tidings.messages, tidings.subscribers, tidings.answers`.execute(kysely)
}

/**
 * Keeps the database small: drops the answers that no idempotency key can ask for any more, and vacuums. There is
 * no timer: each request calls it, and it works once an hour, after the first hour.
 */
export const createHousekeeping = (database: Database, now: () => Date, log: (line: string) => void) => {
  let last = now().getTime()
  let running: Promise<void> = Promise.resolve()

  const work = async (time: Date) => {
    await database.kysely
      .deleteFrom('tidings.answers')
      .where('created_at', '<=', new Date(time.getTime() - answerLifetime))
      .execute()
    await vacuum(database)
  }

  return {
    /** Starts the work where it is due. Never fails: nobody waits for it. */
    run: () => {
      const time = now()
      if (time.getTime() - last < hour) return
      last = time.getTime()
      running = work(time).catch((error: unknown) => log(`Housekeeping failed: ${String(error)}`))
    },
    /** Until the work that was started is done. */
    done: () => running,
  }
}
