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

/** Who holds a folder, as its lock tells. */
interface Holder {
  pid: number
  started: string | undefined
  /** Where that process id means something: one system's, or one container's. */
  place: string
}

/** How a lock shows that its holder lives, in milliseconds. */
export interface LockTimes {
  /** From one sign of life to the next. */
  beat?: number
  /** For how long a holder in another place is watched: without a sign of life it is gone. */
  patience?: number
}

/**
 * Takes a folder for this process alone: two processes in one PGlite folder destroy it. The lock is a file that
 * names its process, so one that a killed process left behind does not count. Of a process in another container nothing
 * can be known here (each has a number 1): it shows that it lives by touching the file again and again.
 * @returns gives the folder back.
 * @throws DatabaseError where a living process holds it.
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
    // A link is made whole or not at all, and only where there is none: nobody ever reads half a lock.
    while (!tryLink(draft, lock)) await clearStale(folder, lock, patience)
  } finally {
    unlinkSync(draft)
  }
  held.add(lock)
  const heart = setInterval(() => touch(lock), beat).unref()
  return () => {
    clearInterval(heart)
    // Whoever took us for dead has a lock of its own by now.
    if (held.delete(lock) && readOptional(lock) === ours) rmSync(lock, { force: true })
  }
}

const unique = (lock: string) => `${lock}.${process.pid}.${Math.random().toString(36).slice(2)}`

const touch = (lock: string) => {
  try {
    utimesSync(lock, new Date(), new Date())
  } catch {
    // The folder is gone or can't be written: the database itself tells of it.
  }
}

/** Locks of this process, for systems that can't tell one run of a process id from the next. */
const held = new Set<string>()

const tryLink = (draft: string, lock: string): boolean => {
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Removes a lock whose process is gone. */
const clearStale = async (folder: string, lock: string, patience: number) => {
  const text = readOptional(lock)
  if (text === undefined) return
  const holder = readHolder(text)
  if (holder && (holder.place === place ? isRunning(holder, lock) : await isTouched(lock, patience)))
    throw new DatabaseError(
      `The data folder ${folder} is in use by the process ${holder.pid}${whose(holder)}. ` +
        'Stop it, or use another folder.',
    )
  // Two processes may both find a stale lock. Renaming is what only one of them can do; should it have caught
  // the other's new lock instead of the stale one, it puts that back and looks again.
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

const whose = ({ pid, place: theirs }: Holder) => {
  if (theirs !== place) return ' of another container or machine'
  return pid === process.pid ? ' (this one)' : ''
}

/** Undefined for what no process of ours has written. */
const readHolder = (text: string): Holder | undefined => {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    return typeof holder?.pid === 'number' && typeof holder.place === 'string' ? (holder as Holder) : undefined
  } catch {
    return undefined
  }
}

/** Whether a process of this place runs. */
const isRunning = ({ pid, started }: Holder, lock: string): boolean => {
  if (!isAlive(pid)) return false
  // A restarted system hands out the same few process ids again and again: the start time tells them apart.
  const now = startOf(pid)
  return now === undefined ? pid !== process.pid || held.has(lock) : now === started
}

/** Whether somebody touches a file. Its time is compared with itself alone: another machine's clock may be wrong. */
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

/** When a process started, where the system tells (Linux): ticks since a boot, and which boot. */
const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name stands in brackets and may hold anything; the start is the 20th word after it.
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

/** Two processes with the same place see each other's numbers. On Linux a boot and a namespace, elsewhere a machine. */
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
