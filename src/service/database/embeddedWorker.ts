import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { createCheckpoints, logSettings } from './createCheckpoints.ts'
import { databaseFolder, draftFolder, isLocked, type LockedFile } from './folderLock.ts'
import { makeFilesPrivate } from './makePrivate.ts'

/** The data that the worker starts with. */
export interface WorkerInput {
  /** The folder of the database, and its locked file. undefined: the database is in memory. */
  place: { folder: string; lock: LockedFile } | undefined
  /** For a database in memory: a snapshot to start from. */
  snapshot: ArrayBuffer | undefined
}

/** A message to the worker: messages of PostgreSQL's protocol, or the instruction to close the database. */
export type WorkerRequest = Uint8Array | 'close'

/** A message from the worker: the database is open, the response to one request, or an error that ended PostgreSQL. */
export type WorkerReply = 'open' | Uint8Array | { fatal: string }

const { place, snapshot } = workerData as WorkerInput
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const reply = (message: WorkerReply) => parentPort?.postMessage(message)

/**
 * Reports errors after which PostgreSQL ends its process, at once: PGlite repeats the statement forever instead, so
 * this thread gets no other chance. A line of PostgreSQL's log begins with its time, a line of user text with a tab.
 */
const onStderr = (line: string) => {
  const [, fatal] = /^\S+ \S+ \S+ \[\d+\] (?:PANIC|FATAL): +(.*)/.exec(line) ?? []
  if (fatal !== undefined) reply({ fatal })
  return false
}

const options = { onStderr, startParams: [...PGlite.defaultStartParams, ...logSettings] }

const openFolder = async (folder: string) => {
  const data = join(folder, databaseFolder)
  if (!existsSync(data)) {
    const draft = join(folder, draftFolder)
    const pglite = await PGlite.create(draft, { onStderr })
    await pglite.close()
    makeFilesPrivate(draft)
    renameSync(draft, data)
  }
  // PGlite would create a new database in the place of this one.
  if (!existsSync(join(data, 'PG_VERSION'))) throw new Error('its file PG_VERSION is missing')
  return PGlite.create(data, options)
}

/** PGlite opens files by their names, so in a replaced folder it would write into the database of another process. */
const checkLock = () => {
  if (place && !isLocked(place.lock))
    throw new Error('its file "lock" was removed or replaced, so another process may use the folder')
}

const respond = async (request: WorkerRequest) => {
  checkLock()
  if (request === 'close') {
    await pglite.close()
    return parentPort?.close()
  }
  const response = await execute(request)
  // Again before the response, which may acknowledge a commit.
  checkLock()
  reply(response)
  await checkpoint(response)
}

/**
 * Streams the response: `execProtocolRaw` would also parse it, and retain its messages until the database is closed.
 */
const execute = async (request: Uint8Array): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  // Copies: a part is a view of PostgreSQL's memory, which its next part overwrites.
  await pglite.execProtocolRawStream(request, { onRawData: (part) => void parts.push(part.slice()) })
  const response = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    response.set(part, offset)
    offset += part.length
  }
  return response
}

const pglite = await (place
  ? openFolder(place.folder)
  : PGlite.create({ ...options, ...(snapshot && { loadDataDir: new Blob([snapshot]) }) }))
const checkpoint = createCheckpoints(pglite)
// One after another: the next request may arrive while the thread waits for PGlite.
let last = Promise.resolve()
parentPort?.on('message', (request: WorkerRequest) => void (last = last.then(() => respond(request))))
reply('open')
