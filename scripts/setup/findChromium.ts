import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

/** The folder of the Chromium that `installChromium` fetches from npm. */
export const npmChromiumFolder = fileURLToPath(new URL('../../.tidings/chromium', import.meta.url))

/** Starts the Chromium in `npmChromiumFolder`. `installChromium` writes it last, so it exists only beside a whole Chromium. */
export const npmChromiumLauncher = join(npmChromiumFolder, 'start')

const fixedPaths = [
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
 * Searches for a Chromium: `CHROMIUM_PATH`, the usual paths, PATH, then Playwright's cache. One from npm comes before the
 * usual paths: `installChromium` fetches it only where none of the others starts.
 * @returns its path, or undefined where there is none.
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
 * Finds a Chromium, where `searchChromium` searches. It never installs one: editors load the configurations that call it.
 * @throws Error that names the command that installs one.
 */
export const findChromium = (): string => {
  const found = searchChromium()
  if (found !== undefined) return found
  throw new Error(
    'No Chromium was found, and the browser tests need one. Run `npm run setup:chromium`, or set CHROMIUM_PATH.',
  )
}
