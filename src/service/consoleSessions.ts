import { createHmac, randomBytes } from 'node:crypto'
import { clocks } from '../client/clock.ts'
import type { ConsoleSessions } from '../console/createLogInHandler.ts'
import type { Database } from './database/connect.ts'
import { inTransaction } from './database/inTransaction.ts'

/** Twelve hours from the log-in, in milliseconds. */
const duration = 12 * 60 * 60 * 1000

const prefix = 'console-session.'

/**
 * The sessions of the console. They are in the database, so that a log-in and a log-out hold for all processes on it.
 * The database has an HMAC of each id with the API key that opened it: who reads it learns no id, and the removal of
 * a key ends its sessions.
 *
 * A session ends by the clock of the computer, and also by the monotonic clock of each process that has seen it, which
 * can't be set back.
 */
export const createConsoleSessions = (
  { kysely }: Pick<Database, 'kysely'>,
  {
    apiKeys,
    now = clocks.now,
    monotonic = clocks.monotonic,
  }: { apiKeys: readonly string[]; now?: () => number; monotonic?: () => number },
): ConsoleSessions => {
  const nameOf = (id: string, apiKey: string) =>
    prefix + createHmac('sha256', apiKey).update(`console.${id}`).digest('base64url')
  /** A session has one of these names. */
  const namesOf = (id: string) => apiKeys.map((apiKey) => nameOf(id, apiKey))
  /** When this process first saw each session, by its monotonic clock. */
  const seenAt = new Map<string, number>()

  const end = async (id: string) => {
    const names = namesOf(id)
    for (const name of names) seenAt.delete(name)
    await inTransaction(kysely, 'write', (trx) =>
      trx.deleteFrom('tidings.secrets').where('name', 'in', names).execute(),
    )
  }

  return {
    duration,
    start: async (apiKey) => {
      const id = randomBytes(32).toString('base64url')
      const name = nameOf(id, apiKey)
      // As ISO 8601, which sorts as text.
      const secret = new Date(now() + duration).toISOString()
      await inTransaction(kysely, 'write', async (trx) => {
        // A user who only closes the browser leaves a row. Each log-in removes the rows of ended sessions.
        await trx
          .deleteFrom('tidings.secrets')
          .where('name', '>=', prefix)
          .where('name', '<', `${prefix}~`)
          .where('secret', '<', new Date(now()).toISOString())
          .execute()
        await trx.insertInto('tidings.secrets').values({ name, secret }).execute()
      })
      seenAt.set(name, monotonic())
      return id
    },
    isOpen: async (id) => {
      const names = namesOf(id)
      const row = await inTransaction(kysely, 'read', (trx) =>
        trx.selectFrom('tidings.secrets').select(['name', 'secret']).where('name', 'in', names).executeTakeFirst(),
      )
      if (!row) {
        for (const name of names) seenAt.delete(name)
        return false
      }
      const first = seenAt.get(row.name) ?? monotonic()
      seenAt.set(row.name, first)
      if (new Date(now()).toISOString() < row.secret && monotonic() - first < duration) return true
      await end(id)
      return false
    },
    end,
  }
}
