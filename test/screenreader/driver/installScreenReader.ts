import { spawnSync } from 'node:child_process'
import { installDebianPackages } from '../../../scripts/setup/installDebianPackages.ts'

/** The scripts have the words of this version of Orca, the one of Debian 12. Another version has other words. */
const orcaVersion = '43.1'

/** The needed programs, and the Debian packages that contain them. */
const packages = {
  orca: 'orca',
  Xvfb: 'xvfb',
  'dbus-daemon': 'dbus',
  xdotool: 'xdotool',
  'firefox-esr': 'firefox-esr',
  chromium: 'chromium',
} as const

/** Packages without a program of their own: what Orca only recommends. */
const libraries = ['at-spi2-core', 'python3-speechd', 'python3-pyatspi']

const isInstalled = (name: string) =>
  spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name], { encoding: 'utf8' }).stdout ===
  'installed'

/**
 * Installs the missing packages, and checks the version of Orca.
 * @throws Error with the cure if this process may not install, or if Orca has another version.
 */
export const installScreenReader = (): void => {
  const missing = [...Object.values(packages), ...libraries].filter((name) => !isInstalled(name))
  if (missing.length > 0)
    installDebianPackages(
      missing,
      'The tests with a screen reader need Orca, a display without a screen, and browsers.',
    )
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${Version}', 'orca'], { encoding: 'utf8' })
  const version = stdout.replace(/^\d+:/, '').replace(/-[^-]*$/, '')
  if (version !== orcaVersion)
    throw new Error(
      `This machine has Orca ${version}, and test/screenreader/scripts has the words of Orca ${orcaVersion}. ` +
        'Run this test on Debian 12, or change orcaVersion in test/screenreader/driver/installScreenReader.ts and ' +
        'write the scripts again: npm run test:screenreader -- --update',
    )
}
