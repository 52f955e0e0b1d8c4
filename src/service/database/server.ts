import { Client, Pool } from 'pg'
import { DatabaseError } from './DatabaseError.ts'
import type { Engine } from './embedded.ts'
import type { PostgresDialect } from './kysely.ts'
import { createTimedDialects } from './timedPool.ts'

/** Limits of the connections to a server. */
export interface ServerLimits {
  poolSize: number
  /** How long a transaction may take, in milliseconds. */
  deadline: number
  /** Receives a line when a connection is lost. */
  log: (line: string) => void
}

/** A PostgreSQL server. */
export interface ServerEngine extends Engine {
  /** A dialect whose transactions end within `deadline` milliseconds. */
  timedDialect: (deadline: number) => PostgresDialect
  /** How long a transaction may take, in milliseconds. */
  deadline: number
}

export const connectServer = async (
  address: string,
  { poolSize, deadline, log }: ServerLimits,
): Promise<ServerEngine> => {
  const place = placeOf(address)
  const pool = new Pool({
    connectionString: address,
    application_name: 'tidings',
    max: poolSize,
    // Also the time that a request waits for a connection of the pool.
    connectionTimeoutMillis: deadline / 2,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  let ended: Promise<void> | undefined
  const end = () => (ended ??= pool.end())
  const clients = new Set<Client>()
  // The server may close an idle connection, for example when it restarts. The pool opens another one. Without a
  // listener, the error would end the process.
  pool.on('error', (error) => log(`A connection to PostgreSQL was lost: ${error.message}`))
  // The pool handles errors of idle connections only. For a connection in use, the running query rejects with the
  // error.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client)
  })
  pool.on('remove', (client) => void clients.delete(client))
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    throw new DatabaseError(`PostgreSQL at ${place} can't be reached: ${reason(error)}`, {
      cause: error,
    })
  }
  return {
    kind: 'server',
    pool,
    timedDialect: createTimedDialects(pool),
    deadline,
    createClient: () => {
      const client = createClient(address)
      clients.add(client)
      return client.once('end', () => void clients.delete(client))
    },
    close: end,
    destroy: async () => {
      // First, so that no request opens a connection in the place of its own.
      void end()
      for (const client of clients) client.connection.stream.destroy()
    },
  }
}

/** A client that is not connected yet, for the bus of hints. */
export const createClient = (address: string): Client =>
  new Client({
    connectionString: address,
    application_name: 'tidings-live',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })

/**
 * Host, port and database name of an address, without user and password.
 * @throws DatabaseError if `pg` can't use the address.
 */
export const placeOf = (address: string): string => {
  try {
    const { host, port, database } = new Client({ connectionString: address })
    if (!host.includes(',')) return `${host}:${port}/${database ?? ''}`
  } catch (error) {
    if (!hasSeveralHosts(address))
      throw new DatabaseError(
        `The postgres:// address is not valid (${reason(error)}). ` +
          'Use the form postgres://user:password@host:port/name, or ' +
          'postgres://user:password@/name?host=/folder for a Unix socket. Encode other characters in the password',
        { cause: error },
      )
  }
  throw new DatabaseError(
    'The postgres:// address names several hosts, which pg does not support. Pass one host, such as the name that ' +
      'follows the primary server, or a proxy in front of the servers',
  )
}

const hasSeveralHosts = (address: string) => /^\w+:\/\/(?:[^/?]*@)?[^/?@]*,[^/?@]*(?:[/?]|$)/.test(address)

const reason = (error: unknown): string => {
  // For a name with several addresses, Node tries each and throws an AggregateError without a message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
