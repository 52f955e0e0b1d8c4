import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { codeBlocksOf, readPage } from './codeBlocks.ts'

const recipes = readPage('docs/recipes.md')

/** The content of each file of an example. */
const filesOf = (example: string) =>
  readdirSync(path.join('examples', example), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join('examples', example, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))

// `npm run test:examples` builds, serves and uses the examples.
it.each([
  ['In Nuxt', 'nuxt'],
  ['In SvelteKit', 'sveltekit'],
  ['In Astro', 'astro'],
])('the code of "%s" is that of its example', (heading, example) => {
  const [, section = ''] = recipes.split(`\n## ${heading}\n`)
  const blocks = codeBlocksOf('docs/recipes.md', section.split('\n## ')[0] ?? '')
  expect(blocks.length).toBeGreaterThan(0)
  const files = filesOf(example)
  for (const { code } of blocks) expect(files).toContain(code)
})
