import type { Database } from './database/connect.ts'
import { sql } from './database/kysely.ts'
import { answerLifetime } from './http/idempotency.ts'

const hour = 60 * 60 * 1000

/**
 * Vacuums an embedded database; a server has autovacuum. Each mark leaves an old version of its row behind, and
 * counting a feed is fastest right after a vacuum.
 */
export const vacuum = async ({ kind, kysely }: Database): Promise<void> => {
  if (kind === 'server') return
  await sql`vacuum (analyze) tidings.messages, tidings.subscribers, tidings.answers`.execute(kysely)
}

/**
 * Keeps the database small: deletes expired responses of idempotency keys, and vacuums. There is no timer: each request
 * calls `run`, which does the work once an hour, after the first hour.
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
    /** Starts the work if it is due. Never throws: failures are logged. */
    run: () => {
      const time = now()
      if (time.getTime() - last < hour) return
      last = time.getTime()
      running = work(time).catch((error: unknown) => log(`Housekeeping failed: ${String(error)}`))
    },
    /** Resolves when the running work is done. */
    done: () => running,
  }
}
