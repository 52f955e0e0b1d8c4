import { guardLog, logToStderr } from '../log.ts'
import type { Database } from './connect.ts'
import { DatabaseError } from './DatabaseError.ts'
import { isPartitionCount, maxPartitions } from './migrations.ts'

/** Options of openDatabase. */
export interface OpenDatabaseOptions {
  /** For `memory`: a snapshot from PGlite's `dumpDataDir`. Starts ten times faster than an empty database. */
  snapshot?: Blob
  /**
   * Receives a line before a database is created in a folder, when other users had rights to one, and when a connection
   * to a server is lost. Default: standard error.
   */
  log?: (line: string) => void
  /** For a PostgreSQL server: the most connections to it, without those of live delivery. Default 10. */
  poolSize?: number
  /**
   * For a PostgreSQL server: how long a transaction may take, in milliseconds. A request waits half of that time at
   * most for a connection. Default 10,000.
   */
  deadline?: number
  /**
   * For a new database on a PostgreSQL server: stores the messages in so many partitions, from 2 to 256. Each feed,
   * count and mark reads one of them. For an existing database: the number that it was created with, or undefined.
   * Default: no partitions.
   */
  partitions?: number | undefined
}

/**
 * Opens the database of a service and migrates its tables.
 *
 * @param address `memory` stores nothing. `postgres://user:password@host/name` is a PostgreSQL server, version 15 or
 * later. Any other text is a folder for an embedded PostgreSQL (PGlite), created if it is missing. One process at a
 * time can use a folder, and its first use takes some seconds.
 * @throws DatabaseError with the reason, for example that the folder is in use or the server is unreachable.
 */
export const openDatabase = async (address: string, options: OpenDatabaseOptions = {}): Promise<Database> => {
  const { snapshot, poolSize = 10, deadline = 10_000, partitions } = options
  const log = guardLog(options.log ?? logToStderr)
  if (address === '') throw new DatabaseError("The data address is empty. Pass a folder, 'memory' or postgres://….")
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address)?.[1]?.toLowerCase()
  const isServer = scheme === 'postgres' || scheme === 'postgresql'
  if (scheme !== undefined && !isServer)
    throw new DatabaseError(`${scheme}:// is not a supported database. Pass a folder, 'memory' or postgres://….`)
  if (partitions !== undefined && !isServer)
    throw new DatabaseError('Partitions require a PostgreSQL server. Omit them, or pass postgres://….')
  if (partitions !== undefined && !isPartitionCount(partitions))
    throw new DatabaseError(`The number of partitions must be an integer from 2 to ${maxPartitions}.`)
  const start = isServer
    ? import('./server.ts').then(({ connectServer }) => connectServer(address, { poolSize, deadline, log }))
    : import('./embedded.ts').then(({ startEmbedded }) =>
        startEmbedded(address === 'memory' ? undefined : address, snapshot, { log }),
      )
  // In parallel: loading the query builder takes as long as opening the files.
  const [engine, loaded] = await Promise.allSettled([start, import('./connect.ts')])
  if (engine.status === 'rejected') throw engine.reason
  if (loaded.status === 'fulfilled') return loaded.value.connect(engine.value, partitions)
  await engine.value.close()
  throw loaded.reason
}
