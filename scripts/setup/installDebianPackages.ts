import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

let isUpToDate = false

/** Whether this process may install packages of the distribution: it is root on Debian or a system derived from it. */
export const canInstallDebianPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Once per process: package lists may be old or, in a new container, missing. */
export const updatePackageLists = (): void => {
  if (!isUpToDate) apt(['update'])
  isUpToDate = true
}

/**
 * Installs packages of the distribution without recommended packages, and prints its steps. It never uses sudo: a test
 * command must not change a developer's machine with privileges that the developer did not grant.
 * @param reason Why they are needed, as a complete sentence.
 * @throws Error that names the command to run manually, if this process may not install or the installation fails.
 */
export const installDebianPackages = (packages: readonly string[], reason: string): void => {
  const command = `apt-get install --no-install-recommends ${packages.join(' ')}`
  if (!canInstallDebianPackages()) throw new Error(`${reason} Install the packages as root: ${command}`)
  process.stdout.write(`${reason} Installing ${packages.join(', ')} with apt-get.\n`)
  updatePackageLists()
  apt(['install', '--yes', '--no-install-recommends', ...packages])
}

const apt = (args: readonly string[]) => {
  // Two parts of a test run may install at the same time, and apt-get fails instead of waiting.
  const { status, stdout, stderr, error } = spawnSync('flock', ['/var/lib/dpkg', 'apt-get', '-qq', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${error?.message ?? ''}${stdout}\n${stderr}`)
}
