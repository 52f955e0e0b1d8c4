import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The release that runs examples whose framework does not support this machine's Node. */
const release = 'node@24.21.0'

const isAtLeast = (version: string, oldest: string) =>
  version.localeCompare(oldest, 'en', { numeric: true, sensitivity: 'base' }) >= 0

/**
 * Finds a Node for a tool that doesn't support old ones. Installs one from npm below .tidings/ if this process has an
 * older one.
 * @param oldest the oldest version that the tool supports: "22.22.3".
 * @returns environment variables with which `npm` and `node` run in that Node.
 */
export const nodeFor = async (oldest: string): Promise<{ PATH?: string }> => {
  if (isAtLeast(process.versions.node, oldest)) return {}
  const folder = path.resolve('.tidings', release.replace('@', '-'))
  const bin = path.join(folder, 'node_modules', '.bin')
  if (!existsSync(bin)) {
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'package.json'), '{"private":true}')
    const { status, stdout, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', release], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error(`${release} could not be installed:\n${stdout}\n${stderr}`)
  }
  return { PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }
}
