import { logToStderr } from '../logToStderr.ts'
import type { Database } from './connect.ts'
import { DatabaseError } from './DatabaseError.ts'

/** How to open a database. */
export interface OpenDatabaseOptions {
  /** For `memory`: starts from what PGlite's `dumpDataDir` gave, in a tenth of the time that an empty one takes. */
  snapshot?: Blob
  /** Gets one line where a connection to a server is lost. Default: standard error. */
  log?: (line: string) => void
}

/**
 * Opens the database that a service keeps its data in, and brings its tables up to date.
 *
 * @param address `memory` keeps nothing; `postgres://user:password@host/name` is a PostgreSQL server (15 or
 * later); anything else is a folder, made where it is missing, for an embedded PostgreSQL (PGlite). A folder
 * serves one process at a time, and its first use takes some seconds.
 * @throws DatabaseError where it can't be opened, and says why: the folder is in use, the server can't be reached.
 */
export const openDatabase = async (address: string, options: OpenDatabaseOptions = {}): Promise<Database> => {
  const { snapshot, log = logToStderr } = options
  if (address === '') throw new DatabaseError("The data address is empty. Pass a folder, 'memory' or postgres://….")
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address)?.[1]?.toLowerCase()
  const isServer = scheme === 'postgres' || scheme === 'postgresql'
  if (scheme !== undefined && !isServer)
    throw new DatabaseError(`${scheme}:// is not a supported database. Pass a folder, 'memory' or postgres://….`)
  if (isServer && !URL.canParse(address))
    throw new DatabaseError(
      'The postgres:// address is not valid. Use the form postgres://user:password@host:port/name.',
    )
  const start = isServer
    ? import('./server.ts').then(({ connectServer }) => connectServer(address, log))
    : import('./embedded.ts').then(({ startEmbedded }) =>
        startEmbedded(address === 'memory' ? undefined : address, snapshot),
      )
  // Both at once: loading the query builder takes as long as opening the files.
  const [engine, loaded] = await Promise.allSettled([start, import('./connect.ts')])
  if (engine.status === 'rejected') throw engine.reason
  if (loaded.status === 'fulfilled') return loaded.value.connect(engine.value)
  await engine.value.close()
  throw loaded.reason
}
