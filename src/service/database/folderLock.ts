import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError } from './DatabaseError.ts'

/**
 * Takes a folder for this process alone: two processes in one PGlite folder destroy it. The lock is a file that
 * names its process, so one that a killed process left behind does not count.
 * @returns gives the folder back.
 * @throws DatabaseError where a living process holds it.
 */
export const lockFolder = (folder: string): (() => void) => {
  const lock = join(folder, 'lock')
  const ours = JSON.stringify({ pid: process.pid, started: startOf(process.pid) })
  const draft = join(folder, `lock.${process.pid}.${Math.random().toString(36).slice(2)}`)
  writeFileSync(draft, ours, { mode: 0o600 })
  try {
    // A link is made whole or not at all, and only where there is none: nobody ever reads half a lock.
    while (!tryLink(draft, lock)) clearStale(folder, lock)
  } finally {
    unlinkSync(draft)
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) rmSync(lock, { force: true })
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
const clearStale = (folder: string, lock: string) => {
  const text = readOptional(lock)
  if (text === undefined) return
  const pid = liveHolder(text, lock)
  if (pid !== undefined)
    throw new DatabaseError(
      `The data folder ${folder} is in use by the process ${pid}${pid === process.pid ? ' (this one)' : ''}. ` +
        'Stop it, or use another folder.',
    )
  // Two processes may both find a stale lock. Renaming is what only one of them can do; should it have caught
  // the other's new lock instead of the stale one, it puts that back and looks again.
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (readOptional(aside) !== text) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

const liveHolder = (text: string, lock: string): number | undefined => {
  let holder: { pid?: unknown; started?: unknown }
  try {
    holder = JSON.parse(text) as typeof holder
  } catch {
    return undefined
  }
  const { pid, started } = holder
  if (typeof pid !== 'number' || !isAlive(pid)) return undefined
  // A restarted container hands out the same few process ids again and again: the start time tells them apart.
  const now = startOf(pid)
  if (now !== undefined) return now === started ? pid : undefined
  return pid !== process.pid || held.has(lock) ? pid : undefined
}

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

const readOptional = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
