import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A file of the tarball. */
export interface PackedFile {
  /** Path inside of the package. */
  path: string
  /** Size in bytes. */
  size: number
}

/** A packed package. */
export interface PackedPackage {
  /** The folder that `npm publish` publishes. */
  folder: string
  /** Path of its tarball. */
  tarball: string
  /** The files of the tarball. */
  files: PackedFile[]
  /** Size of the tarball, in bytes. */
  size: number
  /** Total size of its files, in bytes. */
  unpackedSize: number
}

interface NpmReport {
  filename: string
  size: number
  unpackedSize: number
  files: PackedFile[]
}

const npmPack = (args: readonly string[], cwd: string): NpmReport => {
  const command = ['pack', '--ignore-scripts', '--json', '--loglevel', 'error', ...args]
  const { status, stdout, stderr, error } = spawnSync('npm', command, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (error) throw error
  if (status !== 0) throw new Error(`npm ${command.join(' ')} exited with ${status}:\n${stderr}`)
  const [report] = JSON.parse(stdout) as [NpmReport]
  return report
}

/** The files that npm would publish from a folder, by its `files` and npm's own rules. */
export const listPackedFiles = (folder: string): PackedFile[] => npmPack(['--dry-run'], folder).files

/** Fields of a package.json that only the checkout needs. `private` prevents publishing the checkout itself. */
const ofCheckout = [
  'private',
  'workspaces',
  'files',
  'scripts',
  'devDependencies',
  'overrides',
  'knip',
  'size-limit',
] as const

/** Derives the published package.json from that of the package's folder. Only the checkout's has the repository URL. */
export const publishedManifest = (manifest: object): object => {
  const { repository, homepage, bugs } = readManifest('.')
  const published = Object.entries({ repository, homepage, bugs, ...manifest })
  return Object.fromEntries(published.filter(([field]) => !ofCheckout.some((name) => name === field)))
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<string, unknown>

/**
 * Copies the published files into a separate folder, whose package.json has no scripts or other fields of the checkout,
 * and packs that folder. Run `npm run build` first, because this packs dist/ without building it.
 * @param source The package's folder in the checkout.
 * @param target Parent of the published folder and the tarball. Existing files are replaced.
 */
export const packPackage = (source: string, target: string): PackedPackage => {
  const folder = path.resolve(target, 'package')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of listPackedFiles(source))
    cpSync(path.join(source, file.path), path.join(folder, file.path), { recursive: true })
  writeFileSync(
    path.join(folder, 'package.json'),
    `${JSON.stringify(publishedManifest(readManifest(source)), null, 2)}\n`,
  )
  const { filename, files, size, unpackedSize } = npmPack(['--pack-destination', path.resolve(target)], folder)
  return { folder, tarball: path.resolve(target, filename), files, size, unpackedSize }
}
