import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rollup } from 'rollup'
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

/**
 * Bundles declarations: one file per entry of package.json, and shared ones in `dist/types/`. A class that two entries
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
  })
  await bundle.close()
}
