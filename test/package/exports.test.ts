import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sourceOf } from '../../scripts/reference/openSources.ts'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string }>
}
const entries = Object.entries(exports).flatMap(([entry, target]) =>
  typeof target === 'string' ? [] : [[entry, target] as const],
)
const sources = import.meta.glob(['../../src/index.ts', '../../src/*/*.ts'])

// Exports are a public API: this detects removed and accidental names.
it.each(entries)('%s has the expected exports', { timeout: 60_000 }, async (_entry, { types }) => {
  const file = `../../${sourceOf(types)}`
  expect(Object.keys(sources)).toContain(file)
  const module = (await sources[file]?.()) as object
  expect(Object.keys(module).toSorted()).toMatchSnapshot()
})
