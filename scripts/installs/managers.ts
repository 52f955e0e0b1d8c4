import path from 'node:path'
import { runCommand } from '../examples/runCommand.ts'

/** A package manager, as it is started. */
export interface Manager {
  name: string
  /** Installs what package.json names. */
  command: readonly string[]
  env: Record<string, string>
}

const cache = path.resolve('.tidings/installs')
const npx = ['npx', '--yes']
/** This project's .npmrc is strict about engines, and npm hands that on to its scripts. An ordinary app is not. */
const ordinary = { npm_config_engine_strict: 'false' }

/** npm's own cache is that of the machine. The others have theirs in `.tidings`, so that a second run downloads nothing. */
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
