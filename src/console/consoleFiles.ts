import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of the page, beside this module both in the sources and in the package. */
const pageFolder = new URL('./page/', import.meta.url)

/** `<tidings-inbox>` with all that it needs. The same path from the sources and from the package. */
const elementFolder = new URL('../../dist/standalone/', import.meta.url)

const pageFiles = ['console.css', 'console.js']

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/**
 * Finds the file at a path of the console: "/", "/console.css" or "/element/element.js". Names of files and of folders
 * only, so that no path leads out of the folders.
 */
export const fileAt = (pathname: string): URL | undefined => {
  if (pathname === '/') return new URL('console.html', pageFolder)
  if (pageFiles.includes(pathname.slice(1))) return new URL(pathname.slice(1), pageFolder)
  const [, name] = /^\/element\/((?:[\w-]+\/)*[\w-]+\.js)$/.exec(pathname) ?? []
  return name === undefined ? undefined : new URL(name, elementFolder)
}

/** The page at which people log in. */
export const logInPage = new URL('log-in.html', pageFolder)

/** A file with its type. `text` is undefined if the package was not installed completely. */
export interface ConsoleFile {
  name: string
  text: string | undefined
  type: string
}

export const readConsoleFile = async (file: URL): Promise<ConsoleFile> => {
  const name = path.basename(fileURLToPath(file))
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return { name, text, type: types[path.extname(name)] ?? 'text/plain' }
}
