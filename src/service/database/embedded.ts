import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { resolve, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Pool } from 'pg'
import { DatabaseError } from './DatabaseError.ts'
import { lockFolder } from './folderLock.ts'

/** A running PostgreSQL and the pool of connections to it. */
export interface Engine {
  kind: 'embedded' | 'server'
  pool: Pool
  close(): Promise<void>
}

/** PostgreSQL in this process (PGlite), kept in a folder, or in memory where `folder` is undefined. */
export const startEmbedded = async (folder: string | undefined, snapshot: Blob | undefined): Promise<Engine> => {
  const { pglite, release } = folder === undefined ? await inMemory(snapshot) : await inFolder(resolve(folder))
  // There is one connection, and it is never given up: it lives and ends with the engine.
  const pool = new Pool(Object.assign(createPgConfig(pglite), { max: 1, idleTimeoutMillis: 0 }))
  return {
    kind: 'embedded',
    pool,
    close: async () => {
      try {
        await pool.end()
      } finally {
        // The folder is another's to open only once nothing of it is open here.
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

/** Made under another name first: a process that is killed here must not leave half a database behind. */
const createDatabase = async (folder: string, data: string) => {
  const draft = join(folder, 'database.new')
  rmSync(draft, { recursive: true, force: true })
  const pglite = await PGlite.create(draft)
  await pglite.close()
  renameSync(draft, data)
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
