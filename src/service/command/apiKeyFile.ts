import { randomBytes } from 'node:crypto'
import { closeSync, constants, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createPrivateFolder } from '../database/createPrivateFolder.ts'
import { makeOpenFilePrivate, makePrivate, rightsRemoved } from '../database/makePrivate.ts'
import { isApiKey } from '../http/authenticate.ts'
import { CommandError } from './readArguments.ts'

/** A generated key, and the file that stores it: undefined for an in-memory database. */
export interface SavedKey {
  apiKey: string
  /** Absolute path of the file. undefined for an in-memory database. */
  file: string | undefined
  /** Whether it was generated now. */
  isNew: boolean
}

/**
 * Loads the API key of a service that was started without one. The first start generates the key and saves it next to
 * the data, in a file that only its owner can read. A database on a server has no folder: its key is saved in
 * `.tidings`.
 * @param log receives a line if other users had rights to the file.
 * @throws CommandError if the file can't be read or written, or belongs to another user.
 */
export const loadOrCreateApiKey = (data: string, log: (line: string) => void): SavedKey => {
  if (data === 'memory') return { apiKey: newKey(), file: undefined, isNew: true }
  const file = resolve(join(/^postgres(ql)?:/i.test(data) ? '.tidings' : data, 'api-key'))
  try {
    const saved = read(file, log)
    return saved === undefined ? create(file, log) : { apiKey: saved, file, isNew: false }
  } catch (error) {
    if (error instanceof CommandError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      1,
      `The API key in ${file} can't be used: ${reason.replace(/\.$/, '')}. Pass a key with --api-key.`,
    )
  }
}

const newKey = () => randomBytes(24).toString('base64url')

const read = (file: string, log: (line: string) => void): string | undefined => {
  let descriptor: number
  try {
    // A pipe of another user would wait for its writer. On Windows, O_NONBLOCK is undefined.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  let text: string
  try {
    if (makePrivate(file)) log(`${rightsRemoved(file)} (delete it to get a new key)`)
    makeOpenFilePrivate(descriptor, file)
    text = readFileSync(descriptor, 'utf8').trim()
  } finally {
    closeSync(descriptor)
  }
  if (!isApiKey(text))
    throw new CommandError(
      1,
      `${file} contains no valid API key. Write a key into the file, or delete the file to get a new key.`,
    )
  return text
}

/** Writes a draft, then links it. A killed process leaves no partial key, and of two processes the first wins. */
const create = (file: string, log: (line: string) => void): SavedKey => {
  const draft = `${file}.${process.pid}`
  createPrivateFolder(dirname(file))
  // Of a killed process, or a link of another user, to a file that the key would overwrite.
  rmSync(draft, { force: true })
  writeFileSync(draft, `${newKey()}\n`, { mode: 0o600, flag: 'wx' })
  let isNew = false
  try {
    linkSync(draft, file)
    isNew = true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  const apiKey = read(file, log)
  if (apiKey === undefined) throw new Error('the file was deleted')
  return { apiKey, file, isNew }
}
