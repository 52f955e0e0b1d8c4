import { readFileSync } from 'node:fs'
import { posix as path } from 'node:path'
import type { Plugin } from 'vite'
import { codeBlocksOf } from '../test/docs/codeBlocks.ts'
import { root } from './pages.ts'

/** The module of a block: the path of its page, and the line of its first line. */
const moduleName = /^(.*\.md)@(\d+)\.tsx$/

/**
 * The address of the module with the code of a block.
 * @param token The block, as the Markdown parser returns it.
 * @throws if it is no block of TSX.
 */
export const liveBlock = (page: string, token?: { info: string; map: [number, number] | null }): string => {
  if (token?.info !== 'tsx' || !token.map) throw new Error(`${page}: <!-- live --> must follow a block of TSX.`)
  return `/${page}@${token.map[0] + 2}.tsx`
}

/**
 * Resolves `tidings/styles.css` to a module that adds the sheet to the page. VitePress puts all sheets of a site into one,
 * which each page loads, and only pages with an example need this one.
 */
export const exampleStyles = (): Plugin => ({
  name: 'tidings:example-styles',
  enforce: 'pre',
  resolveId: (id) =>
    id === 'tidings/styles.css'
      ? // The package says that its modules have no side effects.
        { id: path.join(root, 'site/exampleStyles.ts'), moduleSideEffects: true }
      : undefined,
})

/** Provides blocks of the docs as modules, exactly as their pages show them. An element alone becomes a component. */
export const liveBlocks = (): Plugin => ({
  name: 'tidings:live-blocks',
  resolveId: (id) => (moduleName.test(id) ? path.join(root, id.replace(root, '')) : undefined),
  load(id) {
    const [, file, line] = moduleName.exec(id) ?? []
    if (file === undefined) return undefined
    this.addWatchFile(file)
    const page = path.relative(root, file)
    const block = codeBlocksOf(page, readFileSync(file, 'utf8')).find(({ place }) => place === `${page}:${line}`)
    if (!block) throw new Error(`${page} has no block in line ${line}.`)
    const code = block.code.replace(/^<(?=[A-Z])/gm, 'export const Example = () => <')
    return `import { user } from '/site/exampleReader.ts'\n${block.setup}\n${code}`
  },
})
