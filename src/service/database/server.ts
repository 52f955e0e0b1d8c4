import { Pool } from 'pg'
import { DatabaseError } from './DatabaseError.ts'
import type { Engine } from './embedded.ts'

/** A PostgreSQL server, through pg. */
export const connectServer = async (address: string, log: (line: string) => void): Promise<Engine> => {
  const pool = new Pool({
    connectionString: address,
    application_name: 'tidings',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
  })
  // The server may end a connection that nobody is using, when it restarts say. The pool opens another; without
  // a listener this would end the process.
  pool.on('error', (error) => log(`A connection to PostgreSQL was lost: ${error.message}`))
  // The same of one that is in use: the pool listens to idle ones alone. The query under way rejects with it.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    throw new DatabaseError(`PostgreSQL at ${place(address)} can't be reached: ${reason(error)}`, {
      cause: error,
    })
  }
  return { kind: 'server', pool, close: () => pool.end() }
}

/** Host and database of an address: its user and password stay out of every message. */
const place = (address: string) => {
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}

const reason = (error: unknown): string => {
  // Where a name has several addresses, Node tries each and hands over all that went wrong, with no message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
