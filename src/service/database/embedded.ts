import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { resolve, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { type Client, Pool } from 'pg'
import { DatabaseError } from './DatabaseError.ts'
import { lockFolder } from './folderLock.ts'

/** A running PostgreSQL and its connection pool. */
export interface Engine {
  /** `embedded`: PGlite in this process. `server`: a PostgreSQL server. */
  kind: 'embedded' | 'server'
  /** The connections. */
  pool: Pool
  /** Creates a client outside the pool that is not connected yet. undefined if embedded. */
  createClient?: () => Client
  /** Closes the connections, and an embedded database with them. */
  close(): Promise<void>
}

/** PostgreSQL in this process (PGlite), stored in a folder, or in memory if `folder` is undefined. */
export const startEmbedded = async (folder: string | undefined, snapshot: Blob | undefined): Promise<Engine> => {
  const { pglite, release } = folder === undefined ? await inMemory(snapshot) : await inFolder(resolve(folder))
  // PGlite has one connection. It stays open until the engine is closed.
  const pool = new Pool(Object.assign(createPgConfig(pglite), { max: 1, idleTimeoutMillis: 0 }))
  return {
    kind: 'embedded',
    pool,
    close: async () => {
      try {
        await pool.end()
      } finally {
        // Release the folder last: another process may open it only after everything here is closed.
        await pglite.close().finally(release)
      }
    },
  }
}

const inMemory = async (snapshot: Blob | undefined) => ({
  pglite: await PGlite.create(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  release: () => {},
})

const inFolder = async (folder: string) => {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new DatabaseError(`The data folder ${folder} can't be created: ${reason(error)}`, { cause: error })
  }
  const release = await lock(folder)
  try {
    const data = join(folder, 'database')
    if (!existsSync(data)) await createDatabase(folder, data)
    return { pglite: await PGlite.create(data), release }
  } catch (error) {
    release()
    throw new DatabaseError(
      `The database in ${folder} can't be opened: ${reason(error)}. ` +
        'Restore the folder from a copy, or move it away to start with an empty one.',
      { cause: error },
    )
  }
}

const lock = async (folder: string) => {
  try {
    return await lockFolder(folder)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`The data folder ${folder} can't be written: ${reason(error)}`, { cause: error })
  }
}

/** Creates the database under another name, then renames it: a killed process must not leave a partial database. */
const createDatabase = async (folder: string, data: string) => {
  const draft = join(folder, 'database.new')
  rmSync(draft, { recursive: true, force: true })
  const pglite = await PGlite.create(draft)
  await pglite.close()
  renameSync(draft, data)
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
