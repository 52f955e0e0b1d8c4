import { chmodSync, fchmodSync, fstatSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** All rights of the group and of other users. */
const rightsOfOthers = 0o077

/** Modes of files mean nothing on Windows. */
const hasModes = process.platform !== 'win32'

/**
 * Removes the rights of other users from a file, or from a folder and everything in it. A folder that is private
 * already stays as it is: nobody else can reach what is in it.
 * @returns whether other users had rights.
 * @throws Error with a cure if another user is the owner, or if the rights can't be removed.
 */
export const makePrivate = (path: string): boolean => {
  if (!hasModes) return false
  // First of the path itself: another user may have put a link there, to a folder that must not change.
  checkOwner(path)
  const target = realpathSync(path)
  if (checkOwner(target).isPrivate) return false
  try {
    removeRights(target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new Error(
      `Other users have rights to ${target}, which can't be removed (${error.message}). ` +
        `Run as its owner: chmod -R go= ${quote(target)}`,
      { cause: error },
    )
  }
  if (checkOwner(target).isPrivate) return true
  throw new Error(
    `Other users have rights to ${target}, because its file system ignores chmod. ` +
      'Use a folder on another one, for example: --data "$HOME/tidings-data"',
  )
}

/**
 * Removes the rights of other users from everything in a folder that is private itself. PGlite creates a database with
 * files that everybody may change.
 */
export const makeFilesPrivate = (folder: string): void => {
  if (hasModes) removeRights(folder)
}

/** From the top down, so that nobody can put a link into a folder on the way. Links are not followed. */
const removeRights = (path: string, top = path) => {
  const { stats, isPrivate } = checkOwner(path, top)
  if (stats.isSymbolicLink()) return
  if (!isPrivate) chmodSync(path, stats.mode & 0o7777 & ~rightsOfOthers)
  if (stats.isDirectory()) for (const name of readdirSync(path)) removeRights(join(path, name), top)
}

/**
 * Checks the owner of an open file, which can no longer be replaced, and removes the rights of other users.
 * @returns whether other users had rights.
 * @throws Error if it is no file, or with a cure if another user is the owner.
 */
export const makeOpenFilePrivate = (descriptor: number, path: string): boolean => {
  const stats = fstatSync(descriptor)
  // A pipe would never end.
  if (!stats.isFile()) throw new Error(`${path} is not a file`)
  if (!hasModes || check(stats, path, path).isPrivate) return false
  fchmodSync(descriptor, stats.mode & 0o7777 & ~rightsOfOthers)
  return true
}

const checkOwner = (path: string, top = path) => check(lstatSync(path), path, top)

const check = (stats: Stats, path: string, top: string) => {
  const user = process.geteuid?.()
  if (stats.uid !== user)
    throw new Error(
      `${path} belongs to another user (${stats.uid}), who can change it. ` +
        `Start the service as that user, or run as root: chown -Rh ${user} ${quote(top)}`,
    )
  return { stats, isPrivate: (stats.mode & rightsOfOthers) === 0 }
}

/** What is logged where other users had rights. */
export const rightsRemoved = (path: string) => `Removed the rights of other users to ${path}`

/** A path as an argument of a shell. */
export const quote = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`
