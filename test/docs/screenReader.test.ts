import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readPage } from './codeBlocks.ts'

it('docs/accessibility.md shows what the screen reader says in English', () => {
  const [, ...shown] = readPage('docs/accessibility.md').split('```text\n')
  const script = readFileSync('test/screenreader/scripts/english.firefox.txt', 'utf8')
  expect(shown.length).toBeGreaterThan(0)
  for (const block of shown) expect(script).toContain(block.slice(0, block.indexOf('```')))
})
