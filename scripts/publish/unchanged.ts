import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Publishes the files of a folder unchanged, in another one of the package. */
export const unchanged = (folder: string, published = ''): Plugin => ({
  name: `tidings:unchanged:${folder}`,
  apply: 'build',
  async generateBundle() {
    for (const name of await readdir(folder))
      this.emitFile({ type: 'asset', fileName: published + name, source: await readFile(path.join(folder, name)) })
  },
})

/**
 * Publishes a module unchanged with all that it imports, in another folder of the package, without source maps.
 * @param from The folder of the module. Its files are built before.
 */
export const unchangedModule = (module: string, { from, published }: { from: string; published: string }): Plugin => ({
  name: `tidings:unchanged:${module}`,
  apply: 'build',
  async generateBundle() {
    const names = new Set([module])
    for (const name of names) {
      const source = await readFile(path.join(from, name), 'utf8')
      this.emitFile({ type: 'asset', fileName: published + name, source })
      for (const [, target = ''] of source.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+\.js)["']/g))
        names.add(path.posix.join(path.posix.dirname(name), target))
    }
  },
})
