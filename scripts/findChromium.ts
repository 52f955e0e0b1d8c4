import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

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
 * Finds a Chromium: `CHROMIUM_PATH`, the usual places, PATH, then the one that Playwright installed.
 * @throws Error that says how to get one.
 */
export const findChromium = (): string => {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted !== undefined && wanted !== '') {
    if (isExecutable(wanted)) return wanted
    throw new Error(`CHROMIUM_PATH is ${wanted}, which can't be run. Correct it, or unset it to search the usual places.`)
  }
  const found = [...fixedPaths, ...onPath(), chromium.executablePath()].find(isExecutable)
  if (found !== undefined) return found
  throw new Error(
    'No Chromium was found, and the browser tests need one. Install it with `npx playwright install chromium` or, on Debian, `apt-get install chromium`; or set CHROMIUM_PATH.',
  )
}
