import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type GetModuleInfo, type ModuleInfo, rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

/** The folders of declarations and of their bundles. */
export interface TypesFolders {
  /** The package's folder. Its package.json names each entry's `types` below `dist/`. */
  root: string
  /** Folder of the declarations that tsc wrote, one file per source file. */
  declarations: string
}

interface Manifest {
  exports: Record<string, string | { types?: string }>
}

/** Whether a module is a file of ours. The id of a package is its name. */
const isOwn = (id: string) => path.isAbsolute(id)

/** The modules that a walk from the start reaches, itself included. */
const reach = (start: string, next: (id: string) => readonly string[]) => {
  const found = new Set<string>()
  const walk = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    next(id).forEach(walk)
  }
  walk(start)
  return [...found]
}

/**
 * Names the file of a module that several entries need, after the packages whose types it reaches: an app without React
 * must not load declarations that import React's. Without a name, the module is part of its entry.
 */
const fileOfShared = (id: string, { getModuleInfo }: { getModuleInfo: GetModuleInfo }): string | undefined => {
  const info = (module: string): Pick<ModuleInfo, 'importers' | 'importedIds' | 'isEntry'> =>
    getModuleInfo(module) ?? { importers: [], importedIds: [], isEntry: false }
  if (info(id).isEntry) return undefined
  // Entries that import another one get the module from there.
  const users = reach(id, (module) => (info(module).isEntry ? [] : info(module).importers))
  const entries = users.filter((module) => info(module).isEntry)
  if (entries.length < 2) return undefined
  const packages = reach(id, (module) => info(module).importedIds).filter((module) => !isOwn(module))
  if (packages.some((name) => name.startsWith('react') || name.includes('/react'))) return 'forReact'
  return packages.length > 0 ? 'schemas' : 'plain'
}

/**
 * Bundles declarations: one file per entry of package.json, and few shared ones in `dist/types/`. A class that two entries
 * export remains one class, so its types are compatible across entries.
 */
export const bundleTypes = async ({ root, declarations }: TypesFolders): Promise<void> => {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest
  const types = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : (target.types ?? [])))
  const names = new Set(types.map((file) => file.replace(/^\.\/dist\/(.+)\.d\.ts$/, '$1')))
  const bundle = await rollup({
    input: Object.fromEntries([...names].map((name) => [name, path.join(declarations, `${name}.d.ts`)])),
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
    plugins: [dts()],
    onwarn: (warning) => {
      // A type without a public name, such as props that two components share. Unbundled declarations don't name it
      // either.
      if (!warning.message.includes('private shared type'))
        throw new Error(`The declarations can't be bundled: ${warning.message}`)
    },
  })
  await bundle.write({
    dir: path.join(root, 'dist'),
    entryFileNames: '[name].d.ts',
    chunkFileNames: ({ name }) => `types/${name.replace(/\.d$/, '')}.d.ts`,
    manualChunks: fileOfShared,
    hoistTransitiveImports: false,
  })
  await bundle.close()
}
