import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> }
const entries = Object.keys(exports).filter((entry) => !/\.(css|json)$/.test(entry))
const sources = import.meta.glob(['../../src/index.ts', '../../src/*/*.ts'])

const sourceOf = (entry: string) => {
  const name = entry.replace(/^\.\/?/, '')
  return [`../../src/${name}.ts`, `../../src/${name}/index.ts`, '../../src/index.ts'].find((file) => file in sources) ?? ''
}

// What is exported is promised: a name that goes, or comes by accident, shows here.
it.each(entries)('%s exports what it did', async (entry) => {
  const module = (await sources[sourceOf(entry)]?.()) as object
  expect(Object.keys(module).toSorted()).toMatchSnapshot()
})
