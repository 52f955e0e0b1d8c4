import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

/** Where declarations are, and where their bundles go. */
export interface TypesFolders {
  /** The package's folder, whose package.json names each entry's `types` below `dist/`. */
  root: string
  /** One declaration file for each source file, as tsc writes them. */
  declarations: string
}

interface Manifest {
  exports: Record<string, string | { types?: string }>
}

/**
 * Bundles declarations: one file for each entry of package.json, and in `dist/types/` what several entries share. A class
 * that two entries export stays one class, so its type from one entry fits the other.
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
      // A type of ours without a public name, such as the props that two components share. It has none in single files either.
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
