import { Client, Pool } from 'pg'
import { DatabaseError } from './DatabaseError.ts'
import type { Engine } from './embedded.ts'

/** Connects to a PostgreSQL server through pg. */
export const connectServer = async (address: string, log: (line: string) => void): Promise<Engine> => {
  const pool = new Pool({
    connectionString: address,
    application_name: 'tidings',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
  })
  // The server may close an idle connection, for example when it restarts. The pool opens another one. Without a
  // listener, the error would end the process.
  pool.on('error', (error) => log(`A connection to PostgreSQL was lost: ${error.message}`))
  // The pool handles errors of idle connections only. For a connection in use, the running query rejects with the
  // error.
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
  return { kind: 'server', pool, createClient: () => createClient(address), close: () => pool.end() }
}

/** Creates a client that is not connected yet, for the bus of hints. */
export const createClient = (address: string): Client =>
  new Client({
    connectionString: address,
    application_name: 'tidings-live',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })

/** Host and database name of an address, without user and password. */
const place = (address: string) => {
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}

const reason = (error: unknown): string => {
  // For a name with several addresses, Node tries each and throws an AggregateError without a message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
