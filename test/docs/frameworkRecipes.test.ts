import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { codeBlocksOf, readPage } from './codeBlocks.ts'

/** The content of each file of an example. */
const filesOf = (example: string) =>
  readdirSync(path.join('examples', example), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join('examples', example, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))

// `npm run test:examples` builds, serves and uses the examples.
it.each(['nuxt', 'sveltekit', 'astro'])('the code of the recipe for %s is that of its example', (example) => {
  const page = `docs/recipes/${example}.md`
  const blocks = codeBlocksOf(page, readPage(page))
  expect(blocks.length).toBeGreaterThan(0)
  const files = filesOf(example)
  for (const { code } of blocks) expect(files).toContain(code)
})

it.each(['angular', 'react-router', 'tanstack-start'])('the code of docs/recipes/%s.md is in its example', (name) => {
  const page = `docs/recipes/${name}.md`
  const blocks = codeBlocksOf(page, readPage(page)).filter(({ language }) => language !== 'json')
  expect(blocks.length).toBeGreaterThan(2)
  const files = filesOf(name)
  const missing = blocks.filter(({ code }) => !files.some((file) => file.includes(code)))
  expect(missing.map(({ place }) => place)).toEqual([])
})
