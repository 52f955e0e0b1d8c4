import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from './DatabaseError.ts'

/** The process that holds a lock, as the lock file names it. */
interface Holder {
  /** Process id. */
  pid: number
  /** Start time of the process (see `startOf`): distinguishes it from a later process with the same id. */
  started: string | undefined
  /** Where the process id is valid: one system, or one container. */
  place: string
}

/** How a lock file shows that its process is alive. Times in milliseconds. */
export interface LockTimes {
  /** Interval at which the process touches the file. Default 2,000. */
  beat?: number
  /** How long to watch the lock of another machine or container. An untouched lock is stale. Default 15,000. */
  patience?: number
}

/**
 * Locks a folder for this process: two processes in one PGlite folder destroy the data.
 *
 * The lock is a file that names its process, so the lock of a killed process is recognized as stale. A process in
 * another container can't be checked from here (each container has a process 1). It shows that it is alive by touching
 * the file at an interval.
 * @returns releases the folder.
 * @throws DatabaseError if a running process holds the lock.
 */
export const lockFolder = async (
  folder: string,
  { beat = 2_000, patience = 15_000 }: LockTimes = {},
): Promise<() => void> => {
  const lock = join(folder, 'lock')
  const ours = JSON.stringify({ pid: process.pid, started: startOf(process.pid), place } satisfies Holder)
  const draft = unique(lock)
  writeFileSync(draft, ours, { mode: 0o600 })
  try {
    // Linking is atomic and fails if the lock exists, so nobody reads a partial lock.
    while (!tryLink(draft, lock)) await clearStale(folder, lock, patience)
  } finally {
    unlinkSync(draft)
  }
  ownLocks.add(lock)
  const heart = setInterval(() => touch(lock), beat).unref()
  return () => {
    clearInterval(heart)
    // A process that considered this one dead has replaced the lock by now.
    if (ownLocks.delete(lock) && readOptional(lock) === ours) rmSync(lock, { force: true })
  }
}

const unique = (lock: string) => `${lock}.${process.pid}.${Math.random().toString(36).slice(2)}`

const touch = (lock: string) => {
  try {
    utimesSync(lock, new Date(), new Date())
  } catch {
    // The folder is gone or read-only. The database reports that itself.
  }
}

/** Locks of this process, for systems that don't report the start time of a process. */
const ownLocks = new Set<string>()

const tryLink = (draft: string, lock: string): boolean => {
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Removes the lock of a process that has ended. */
const clearStale = async (folder: string, lock: string, patience: number) => {
  const text = readOptional(lock)
  if (text === undefined) return
  const holder = readHolder(text)
  if (holder && (holder.place === place ? isRunning(holder, lock) : await isTouched(lock, patience)))
    throw new DatabaseError(
      `The data folder ${folder} is in use by the process ${holder.pid}${describePlace(holder)}. ` +
        'Stop it, or use another folder.',
    )
  // Two processes can find the same stale lock, but only one of them can rename it. If the rename caught the other
  // process's new lock instead, put it back and check again.
  const aside = unique(lock)
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (readOptional(aside) !== text) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

const describePlace = ({ pid, place: theirs }: Holder) => {
  if (theirs !== place) return ' of another container or machine'
  return pid === process.pid ? ' (this one)' : ''
}

/** undefined if the file wasn't written by tidings. */
const readHolder = (text: string): Holder | undefined => {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    return typeof holder?.pid === 'number' && typeof holder.place === 'string' ? (holder as Holder) : undefined
  } catch {
    return undefined
  }
}

/** Whether a process of this machine or container is running. */
const isRunning = ({ pid, started }: Holder, lock: string): boolean => {
  if (!isAlive(pid)) return false
  // A restarted container assigns the same few process ids again. The start time distinguishes the processes.
  const now = startOf(pid)
  return now === undefined ? pid !== process.pid || ownLocks.has(lock) : now === started
}

/**
 * Whether a process keeps touching a file. Compares the file's time with itself only: another machine's clock may be
 * wrong.
 */
const isTouched = async (lock: string, patience: number): Promise<boolean> => {
  const before = touchedAt(lock)
  for (const end = performance.now() + patience; performance.now() < end; await sleep(Math.min(patience, 250))) {
    const now = touchedAt(lock)
    if (now !== before) return now !== undefined
  }
  return false
}

const touchedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/** Start time of a process, where the system reports it (Linux): ticks since boot, and the id of the boot. */
const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and may contain anything. The start time is the 20th word after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`
  } catch {
    return undefined
  }
}

const placeOf = () => {
  try {
    return `${hostname()} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/**
 * Processes with the same place see each other's ids. On Linux it is a boot and a pid namespace, elsewhere a machine.
 */
const place = placeOf()

const readOptional = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
