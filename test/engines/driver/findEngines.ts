import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from '../../../scripts/setup/installDebianPackages.ts'

/** A program that an engine needs: how to find it, and the Debian package that contains it. */
interface Program {
  find: () => string | undefined
  debianPackage: string
}

const onPath = (names: readonly string[]) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))

/**
 * WebKitGTK's minimal browser: `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser`. Newer versions have other folder
 * names.
 */
const miniBrowser = () => {
  const below = (folder: string, name: RegExp) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => name.test(file))
          .map((file) => join(folder, file))
      : []
  return ['/usr/lib', ...below('/usr/lib', /-linux-gnu$/)]
    .flatMap((folder) => below(folder, /^webkit(2)?gtk-/))
    .map((folder) => join(folder, 'MiniBrowser'))
    .findLast((file) => existsSync(file))
}

const programs = {
  chromium: {
    // With a window of its own: a headless shell has no cache for "back".
    find: () => process.env['CHROMIUM_PATH'] || onPath(['chromium', 'google-chrome']),
    debianPackage: 'chromium',
  },
  firefox: {
    find: () => process.env['FIREFOX_PATH'] || onPath(['firefox', 'firefox-esr']),
    debianPackage: 'firefox-esr',
  },
  webKitDriver: { find: () => onPath(['WebKitWebDriver']), debianPackage: 'webkit2gtk-driver' },
  miniBrowser: { find: miniBrowser, debianPackage: 'webkit2gtk-driver' },
  xvfb: { find: () => onPath(['Xvfb']), debianPackage: 'xvfb' },
} satisfies Record<string, Program>

/**
 * Installs the missing programs of the engines with apt-get, and prints its steps.
 * @throws Error that names the command to run manually, if this process may not install.
 */
export const installEngines = (): void => {
  const missing = Object.values(programs).filter(({ find }) => find() === undefined)
  const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))]
  if (packages.length > 0)
    installDebianPackages(packages, 'The tests in three engines need browsers that are not installed.')
}

/** @throws Error if the program is missing. */
export const findProgram = (name: keyof typeof programs): string => {
  const found = programs[name].find()
  if (found === undefined)
    throw new Error(
      `${name} was not found. On Debian, install it with: apt-get install ${programs[name].debianPackage}`,
    )
  return found
}
