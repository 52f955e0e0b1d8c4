import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

/** The folder of the Chromium that `installChromium` downloads from npm. */
export const npmChromiumFolder = fileURLToPath(new URL('../../.tidings/chromium', import.meta.url))

/**
 * Starts the Chromium in `npmChromiumFolder`. `installChromium` writes this file last, so it exists only after a
 * complete install.
 */
export const npmChromiumLauncher = join(npmChromiumFolder, 'start')

const fixedPaths = [
  // Without the browser's own window, tests take a quarter less time.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const onPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))

/**
 * Searches for a Chromium in `CHROMIUM_PATH`, the usual paths, PATH and Playwright's cache. One from npm precedes the
 * usual paths: `installChromium` downloads it only if none of the others starts.
 * @returns its path, or undefined if there is none.
 * @throws Error if `CHROMIUM_PATH` names no executable file.
 */
export const searchChromium = (): string | undefined => {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted === undefined || wanted === '')
    return [npmChromiumLauncher, ...fixedPaths, ...onPath(), chromium.executablePath()].find(isExecutable)
  if (isExecutable(wanted)) return wanted
  throw new Error(
    `CHROMIUM_PATH is ${wanted}, which is not an executable file. Correct it, or unset it to search the usual places.`,
  )
}

/**
 * Finds a Chromium with `searchChromium`. It never installs one, because editors load the configurations that call it.
 * @throws Error that names the command to install one.
 */
export const findChromium = (): string => {
  const found = searchChromium()
  if (found !== undefined) return found
  throw new Error(
    'No Chromium was found, and the browser tests need one. Run `npm run setup:chromium`, or set CHROMIUM_PATH.',
  )
}
