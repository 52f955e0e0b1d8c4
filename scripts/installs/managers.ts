import path from 'node:path'
import { runCommand } from '../examples/runCommand.ts'

/** A package manager and its commands. */
export interface Manager {
  /** Name and version. */
  name: string
  /** Installs the dependencies in package.json. */
  command: readonly string[]
  /** Environment variables of its commands. */
  env: Record<string, string>
}

const cache = path.resolve('.tidings/installs')
const npx = ['npx', '--yes']
/** This project's .npmrc has engine-strict, and npm passes that on to its scripts. An ordinary app doesn't set it. */
const ordinary = { npm_config_engine_strict: 'false' }

/** npm uses the machine's cache. The others have caches in `.tidings`, so that a second run downloads nothing. */
export const findManagers = async (): Promise<readonly Manager[]> => {
  const registry = (await runCommand(['npm', 'config', 'get', 'registry', '--loglevel', 'silent'], { cwd: '.' })).trim()
  const npm = (version: string): Manager => ({
    name: `npm ${version}`,
    command: [...npx, `npm@${version}`, 'install', '--no-audit', '--no-fund', '--ignore-scripts'],
    env: ordinary,
  })
  return [
    npm('11'),
    npm('10'),
    {
      name: 'pnpm 10',
      command: [...npx, 'pnpm@10', 'install', '--ignore-scripts', '--no-frozen-lockfile', `--store-dir=${cache}/pnpm`],
      env: ordinary,
    },
    {
      name: 'yarn 4',
      command: [...npx, '@yarnpkg/cli-dist@4', 'install'],
      env: {
        YARN_NODE_LINKER: 'node-modules',
        YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ''),
        ...(registry.startsWith('http:') && { YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname }),
        YARN_GLOBAL_FOLDER: `${cache}/yarn`,
        YARN_ENABLE_GLOBAL_CACHE: '1',
        YARN_ENABLE_IMMUTABLE_INSTALLS: '0',
        YARN_ENABLE_SCRIPTS: '0',
        YARN_ENABLE_TELEMETRY: '0',
      },
    },
  ]
}
