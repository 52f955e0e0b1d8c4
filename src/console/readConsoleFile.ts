import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConsoleFile } from './consoleFiles.ts'

/**
 * Beside this module, and in the build of the element: the same paths from the sources and from the package. This
 * module is loaded on demand, so that the build gives it a file of its own, in a folder of the same depth.
 */
const folders = {
  page: new URL(/* @vite-ignore */ './page/', import.meta.url),
  element: new URL(/* @vite-ignore */ '../../dist/standalone/', import.meta.url),
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Reads a file. The text is undefined if the package was not installed completely. */
export const readConsoleFile = async ({
  folder,
  name,
}: ConsoleFile): Promise<{ text: string | undefined; type: string }> => ({
  text: await readFile(new URL(name, folders[folder]), 'utf8').catch(() => undefined),
  type: types[path.extname(name)] ?? 'text/plain',
})
