import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand } from '../examples/runCommand.ts'
import type { App } from './apps.ts'
import type { Manager } from './managers.ts'

/** Paths of the packed packages. */
export interface Tarballs {
  /** Tarball of tidings. */
  tidings: string
  /** Tarball of tidings-service. */
  service: string
}

const inApp = async <Result>(
  packages: Record<string, string>,
  run: (folder: string) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidings-install-'))
  try {
    const manifest = { name: 'app', private: true, type: 'module', dependencies: packages }
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest))
    // Without this file, yarn treats the folder as part of a parent project.
    await writeFile(path.join(folder, 'yarn.lock'), '')
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const installs = (manager: Manager, packages: Record<string, string>): Promise<boolean> =>
  inApp(packages, (cwd) => runCommand(manager.command, { cwd, env: manager.env })).then(
    () => true,
    () => false,
  )

/**
 * Installs tidings and its service into an app, and uses them there.
 * @returns "skipped" if the app can't be installed even without tidings.
 * @throws Error with the failed step.
 */
export const checkInstall = (app: App, manager: Manager, tarballs: Tarballs): Promise<'passed' | 'skipped'> => {
  const packages = {
    ...app.packages,
    tidings: `file:${tarballs.tidings}`,
    'tidings-service': `file:${tarballs.service}`,
  }
  return inApp(packages, async (folder) => {
    try {
      await runCommand(manager.command, { cwd: folder, env: manager.env })
    } catch (error) {
      if (await installs(manager, app.packages)) throw error
      return 'skipped'
    }
    await cp('scripts/installs/programs', folder, { recursive: true })
    const env = {
      JSDOM: import.meta.resolve('jsdom'),
      FITS: app.optional?.fit?.join(',') ?? '',
      TOO_OLD: app.optional?.tooOld?.join(',') ?? '',
      SHARES_QUERY: String(app.sharesQuery === 'npm' ? manager.name.startsWith('npm ') : app.sharesQuery),
      OTHER_FITS: String(app.otherFits),
      NODE_ENV: 'test',
    }
    for (const program of ['checkEntries.js', 'checkQuery.js', 'checkService.js'])
      await runCommand(['node', program], { cwd: folder, env, timeout: 120_000 })
    await runCommand(['node', 'checkHosts.js'], {
      cwd: folder,
      env: { ...env, NODE_ENV: 'production' },
      timeout: 120_000,
    })
    return 'passed'
  })
}
