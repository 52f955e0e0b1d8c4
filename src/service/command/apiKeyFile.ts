import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createPrivateFolder } from '../database/createPrivateFolder.ts'
import { makePrivate } from '../database/makePrivate.ts'
import { isApiKey } from '../http/authenticate.ts'
import { CommandError } from './readArguments.ts'

/** A generated key, and the file that stores it: undefined for an in-memory database. */
export interface SavedKey {
  apiKey: string
  /** Absolute path of the file. undefined for an in-memory database. */
  file: string | undefined
}

/**
 * Loads the API key of a service that was started without one. The first start generates the key and saves it next to
 * the data, in a file that only its owner can read. A database on a server has no folder: its key is saved in
 * `.tidings`.
 * @param log receives a line if other users had rights to the file.
 * @throws CommandError if the file can't be read or written, or belongs to another user.
 */
export const loadOrCreateApiKey = (data: string, log: (line: string) => void): SavedKey => {
  if (data === 'memory') return { apiKey: newKey(), file: undefined }
  const file = resolve(join(/^postgres(ql)?:/i.test(data) ? '.tidings' : data, 'api-key'))
  try {
    return { apiKey: read(file, log) ?? create(file, log), file }
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
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  if (makePrivate(file)) log(`Removed the rights of other users to ${file} (delete it to get a new key)`)
  if (!isApiKey(text))
    throw new CommandError(
      1,
      `${file} contains no valid API key. Write a key into the file, or delete the file to get a new key.`,
    )
  return text
}

/** Writes a draft, then links it. A killed process leaves no partial key, and of two processes the first wins. */
const create = (file: string, log: (line: string) => void): string => {
  const draft = `${file}.${process.pid}`
  createPrivateFolder(dirname(file))
  writeFileSync(draft, `${newKey()}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  const key = read(file, log)
  if (key === undefined) throw new Error('the file was deleted')
  return key
}
