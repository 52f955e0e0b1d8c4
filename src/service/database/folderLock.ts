import { spawn } from 'node:child_process'
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseError } from './DatabaseError.ts'
import { makeOpenFilePrivate, rightsRemoved } from './makePrivate.ts'

/** The folder of the database, in the data folder. */
export const databaseFolder = 'database'

/** The folder in which it is created. A killed process must not leave a partial database under the other name. */
export const draftFolder = 'database.new'

/** The locked file of a folder. */
export interface LockedFile {
  path: string
  /** Device and number of the file, which distinguish it from a file that replaced it. */
  identity: string
}

/** A locked folder. */
export interface FolderLock {
  /** The file, for `isLocked`. */
  file: LockedFile
  release(): void
}

/**
 * Flags that make `open` lock the file, where the system has one: `O_EXLOCK | O_NONBLOCK` on macOS and the BSDs, and
 * libuv's `UV_FS_O_EXLOCK` on Windows. Node passes them on, but has no names for them.
 */
const lockingFlags: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x24,
  freebsd: 0x24,
  openbsd: 0x24,
  win32: 0x1000_0000,
}

/** Codes of `open` for a file that another process has locked, on those systems. */
const takenCodes = ['EAGAIN', 'EBUSY']

/**
 * Locks a folder for this process: two processes in one PGlite folder destroy the data.
 *
 * The operating system has the lock (`flock`, or its equivalent) and attaches it to a file that this process has open.
 * It is therefore exclusive across containers, it survives a pause or a blocked event loop, and it ends with the
 * process. No process may delete the file: another one may have opened it already, and would lock a deleted file.
 *
 * @param log receives a line if other users had rights to the file, with which they could lock it too.
 * @throws DatabaseError if another process has locked the folder, or if the folder can't be locked.
 */
export const lockFolder = async (folder: string, log: (line: string) => void = () => {}): Promise<FolderLock> => {
  const path = join(folder, 'lock')
  const flags = lockingFlags[process.platform]
  let descriptor: number | undefined
  try {
    // Another user may have put a file there, or a link to a file of ours, which would be emptied. On Windows,
    // O_NOFOLLOW is undefined.
    descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW | (flags ?? 0), 0o600)
    if (makeOpenFilePrivate(descriptor, path)) log(rightsRemoved(path))
    if (flags === undefined && !(await tryLock(descriptor))) throw inUse(folder, path)
    ftruncateSync(descriptor)
    writeSync(descriptor, `process ${process.pid} on ${hostname()}\n`, 0)
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor)
    if (error instanceof DatabaseError) throw error
    const code = codeOf(error)
    if (takenCodes.includes(code)) throw inUse(folder, path)
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseError(
      code === 'ENOENT' && descriptor !== undefined
        ? `The data folder ${folder} can't be locked: the program "flock" is missing. ` +
            'Install it (package util-linux), or use a PostgreSQL server.'
        : `The data folder ${folder} can't be locked: ${reason}`,
      { cause: error },
    )
  }
  const opened = descriptor
  return { file: { path, identity: identityOf(fstatSync(opened)) }, release: () => closeSync(opened) }
}

/**
 * Whether a folder is still this process's. The lock itself can't be lost, but someone can delete the file or replace
 * the folder. Another process could then lock and use the new one.
 */
export const isLocked = ({ path, identity }: LockedFile): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && identityOf(found) === identity
}

const identityOf = ({ dev, ino }: { dev: number; ino: number }) => `${dev}:${ino}`

/**
 * Locks an open file through the program `flock`, because Node has no such function. The lock belongs to the open file,
 * which this process shares with the program, so it remains when the program has ended.
 */
const tryLock = (descriptor: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const program = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', descriptor] })
    let problem = ''
    program.stderr?.on('data', (text: Buffer) => (problem += text.toString()))
    program.on('error', reject)
    program.on('close', (code) => {
      if (code === 0) resolve(true)
      else if (code === 1 && problem === '') resolve(false)
      else reject(new Error(problem.trim() || `flock ended with ${code}`))
    })
  })

const inUse = (folder: string, path: string) =>
  new DatabaseError(`The data folder ${folder} is in use by ${holderOf(path)}. Stop it, or use another folder.`)

const holderOf = (path: string) => {
  try {
    return /^process \d+ on \S+$/m.exec(readFileSync(path, 'utf8'))?.[0] ?? 'another process'
  } catch {
    // Windows locks the content too.
    return 'another process'
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
