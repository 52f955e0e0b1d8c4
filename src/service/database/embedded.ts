import { existsSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Client, Pool } from 'pg'
import { createPrivateFolder } from './createPrivateFolder.ts'
import { DatabaseError } from './DatabaseError.ts'
import { type Deadlines, startThread } from './embeddedThread.ts'
import { databaseFolder, draftFolder, lockFolder } from './folderLock.ts'
import { makePrivate, quote, rightsRemoved } from './makePrivate.ts'

/** A running PostgreSQL and its connection pool. */
export interface Engine {
  /** `embedded`: PGlite in this process. `server`: a PostgreSQL server. */
  kind: 'embedded' | 'server'
  pool: Pool
  /** Creates a client outside the pool. It is not connected yet. undefined if embedded. */
  createClient?: () => Client
  /** Resolves with the reason once the database can't be used any more. undefined for a server, which may recover. */
  failure?: Promise<DatabaseError>
  /** Closes the connections, and an embedded database with them. */
  close(): Promise<void>
  /** Ends the connections without waiting for their queries, and an embedded database with them. */
  destroy(): Promise<void>
}

/** The longest query of the service vacuums all tables. */
const usualDeadlines: Deadlines = { open: 120, query: 60, close: 5 }

/**
 * PostgreSQL in a worker thread (PGlite), stored in a folder, or in memory if `folder` is undefined.
 * @param log receives a line before a database is created in a folder, which takes seconds, and when other users had
 * rights to it.
 */
export const startEmbedded = async (
  folder: string | undefined,
  snapshot: Blob | undefined,
  { deadlines = usualDeadlines, log = () => {} }: { deadlines?: Deadlines; log?: (line: string) => void } = {},
): Promise<Engine> => {
  const place = folder === undefined ? undefined : await occupy(resolve(folder), log)
  const release = () => place?.lock.release()
  const input = {
    place: place && { folder: place.folder, lock: place.lock.file },
    // A file-backed Blob can't be sent to a worker.
    snapshot: await snapshot?.arrayBuffer(),
  }
  const describe = (error: Error, isOpen: boolean) => describeFailure(error, isOpen, place?.folder)
  const thread = await startThread({ input, deadlines, describe }).catch((error: unknown) => {
    release()
    throw error
  })
  const pool = new Pool({
    stream: () => thread.connect(),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    // PGlite has one session. It stays open until the engine is closed.
    max: 1,
    idleTimeoutMillis: 0,
  })
  // Without these listeners, the error of the connection would end the process. `failure` and the queries have it too.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    kind: 'embedded',
    pool,
    failure: thread.failure,
    // Release the folder last: another process may open it only after everything here is closed.
    close: () => thread.close(() => pool.end()).finally(release),
    destroy: () => thread.destroy().finally(release),
  }
}

const occupy = async (folder: string, log: (line: string) => void) => {
  try {
    createPrivateFolder(folder)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const cure = code === 'EACCES' ? cureOfDenied(folder) : ''
    throw new DatabaseError(`The data folder ${folder} can't be created or written: ${message}${cure}`, {
      cause: error,
    })
  }
  const lock = await lockFolder(folder, log)
  try {
    protectDatabase(folder, log)
  } catch (error) {
    lock.release()
    throw new DatabaseError(`The data folder ${folder} can't be used. ${(error as Error).message}`, { cause: error })
  }
  return { folder, lock }
}

/** A volume that root owns can be given to this user, but not the data of another one. Windows has no such users. */
const cureOfDenied = (folder: string): string => {
  const user = process.geteuid?.()
  if (user === undefined) return ''
  const owner = ownerOf(folder)
  if (owner !== 0 && owner !== user)
    return `. It belongs to another user (${owner}): start the service as that user, or use another folder`
  return `. Run as root: install -d -m 700 -o ${user} ${quote(folder)}`
}

/** The owner of a folder, or of the one above it that this user can see. */
const ownerOf = (folder: string): number => {
  try {
    return statSync(folder).uid
  } catch {
    return ownerOf(dirname(folder))
  }
}

const protectDatabase = (folder: string, log: (line: string) => void) => {
  const database = join(folder, databaseFolder)
  if (existsSync(database)) {
    if (makePrivate(database)) log(rightsRemoved(database))
    return
  }
  log(`Creating the database in ${folder} …`)
  const draft = join(folder, draftFolder)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  // Fails on a file system without modes, before the database is created.
  makePrivate(draft)
}

const describeFailure = (error: Error, isOpen: boolean, folder: string | undefined) => {
  const name = folder === undefined ? 'The database in memory' : `The database in ${folder}`
  const options = { code: isOpen ? 'TIDINGS_504' : 'TIDINGS_502', cause: error } as const
  const reason = error.message.replace(/\.+$/, '')
  return new DatabaseError(
    `${name} ${isOpen ? 'failed' : "can't be opened"}: ${reason}. ${cureOf(reason, isOpen, folder)}`,
    options,
  )
}

const cureOf = (reason: string, isOpen: boolean, folder: string | undefined) => {
  const start = 'Start the service again.'
  if (folder === undefined) return start
  // The words of PostgreSQL for a folder of another major version, which a later PGlite may have.
  if (reason === 'database files are incompatible with server')
    return 'Another version of PostgreSQL created them: use the version of tidings-service that did.'
  if (reason.endsWith(': File too large')) return `Raise the limit of the size of files (ulimit -f). ${start}`
  if (isFull(folder)) return `The disk is full: free some space. ${start}`
  return isOpen
    ? `${start} If that fails, restore the folder from a copy.`
    : 'Restore the folder from a copy, or move it away to start with an empty one.'
}

/** PostgreSQL needs 16 MiB for its next log file. */
const isFull = (folder: string) => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize <= 16 * 1024 * 1024
  } catch {
    return false
  }
}
