import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** What the service stores in a folder, as lines of a `.gitignore`. */
const ownFiles = ['/api-key*', '/database*', '/lock']

/**
 * Creates a folder for data or keys if it is missing, for this user only. By default it is in the folder of an app, and
 * `git add .` must not commit it, so its `.gitignore` names what the service stores: everything in a folder that it
 * creates. One that exists stays as it is otherwise: it may be a volume, whose mode is the operator's.
 * @throws Error of Node if the folder can't be created, or git can't be made to ignore what is in it.
 */
export const createPrivateFolder = (folder: string): void => {
  const created = mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, '.gitignore')
  const text = readIfThere(file)
  const lines = text.split(/\r?\n/)
  const missing = created === undefined ? ownFiles.filter((line) => !lines.includes(line)) : ['*']
  if (lines.includes('*') || missing.length === 0) return
  const start = text === '' || text.endsWith('\n') ? '' : '\n'
  // Another user may have put a link there. Git does not follow one either. On Windows, O_NOFOLLOW is undefined.
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o644)
  try {
    writeSync(descriptor, `${start}${missing.join('\n')}\n`)
  } finally {
    closeSync(descriptor)
  }
}

/** The largest file that is read, in bytes: a `.gitignore` has some lines. */
const mostBytes = 64 * 1024

/** Another user may have put a link or a pipe there, which would never end. */
const readIfThere = (file: string): string => {
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size > mostBytes) throw new Error(`${file} is no .gitignore`)
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}
