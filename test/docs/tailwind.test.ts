import { readFileSync } from 'node:fs'
import path from 'node:path'
import { compile } from 'tailwindcss'
import { expect, it } from 'vitest'
import { codeBlocksOf, readPage } from './codeBlocks.ts'

const sheets: Record<string, string> = {
  tailwindcss: 'node_modules/tailwindcss/index.css',
  'tidings/styles.layered.css': 'src/styles/styles.layered.css',
}

const loadStylesheet = (id: string, base: string) => {
  const file = path.resolve(sheets[id] ?? path.join(base, id))
  return Promise.resolve({ path: file, base: path.dirname(file), content: readFileSync(file, 'utf8') })
}

it('the style sheet of docs/theming.md for Tailwind CSS compiles, and has one accent for each scheme', async () => {
  const page = 'docs/theming.md'
  const block = codeBlocksOf(page, readPage(page)).find(({ code }) => code.includes("@import 'tailwindcss'"))
  const { build } = await compile(block?.code ?? '', { base: process.cwd(), loadStylesheet })
  const css = build(['bg-brand', 'dark:bg-brand-dark', 'p-8'])

  // The first statement that names a layer orders it.
  expect(css.indexOf('@layer theme, base, tidings, components, utilities;')).toBeGreaterThan(-1)
  expect(css.indexOf('@layer theme, base, tidings, components, utilities;')).toBeLessThan(css.indexOf('{'))
  // Tailwind omits the variables of a theme that nothing uses.
  expect(css).toMatch(/--color-brand: #0b6e4f;\s+--color-brand-dark: #5fd3a8;/)
  expect(css).toMatch(/:root \{\s+color-scheme: light;\s+--tidings-accent: var\(--color-brand\);\s+\}/)
  expect(css).toMatch(/\.dark \{\s+color-scheme: dark;\s+--tidings-accent: var\(--color-brand-dark\);\s+\}/)
  expect(css).toContain(String.raw`.dark\:bg-brand-dark:where(.dark, .dark *)`)
})
