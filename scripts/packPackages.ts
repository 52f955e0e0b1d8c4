import path from 'node:path'
import { runCommand } from './examples/runCommand.ts'

const pack = async (folder: string): Promise<string> => {
  const command = ['npm', 'pack', '--ignore-scripts', '--json', '--loglevel', 'silent', '--pack-destination', path.resolve('.')]
  const [{ filename }] = JSON.parse(await runCommand(command, { cwd: folder })) as [{ filename: string }]
  return path.resolve(filename)
}

/** Packs both packages as they would be published, from what `npm run build` has built. Returns the paths of their tarballs. */
export const packPackages = async (): Promise<{ tidings: string; service: string }> => ({
  tidings: await pack('.'),
  service: await pack('packages/service'),
})
