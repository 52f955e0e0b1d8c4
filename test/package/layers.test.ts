import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Which folders of src each folder may import from: arrows only point down. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  client: ['contract'],
  state: ['client', 'contract'],
  hooks: ['state', 'client', 'contract'],
  components: ['hooks', 'state', 'client', 'contract'],
  devtools: ['hooks', 'state', 'client', 'contract'],
  languages: ['components', 'contract'],
  element: ['components', 'hooks', 'state', 'client', 'contract', 'styles'],
  html: ['components', 'state', 'client'],
  node: ['client'],
  proxy: ['node', 'client', 'contract'],
  server: ['state', 'client', 'contract'],
  service: ['node', 'client', 'contract'],
  testing: ['client', 'contract'],
  // Beside the rest of it: this alone knows React.
  'testing/react': ['testing', 'hooks', 'client', 'contract'],
  bin: ['service', 'client'],
  // What it re-exports is a package.
  entries: [],
  'index.ts': ['hooks', 'components', 'state', 'client', 'contract'],
}

const source = 'src'
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
const roomOf = (path: string) => /^testing\/react\b/.exec(path)?.[0] ?? path.split('/')[0] ?? ''

const importsOf = (file: string) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) =>
    relative(source, join(source, dirname(file), target ?? '')),
  )

describe('the layers of src', () => {
  it('has a rule for each folder', () => {
    expect([...new Set(files.map(roomOf))].toSorted()).toEqual(Object.keys(mayImport).toSorted())
  })

  it('imports downwards only', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => roomOf(target) !== roomOf(file) && !mayImport[roomOf(file)]?.includes(roomOf(target)))
        .map((target) => `${file} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('has barrels at entry points only', () => {
    const entries = new Set([
      '',
      'hooks',
      'client',
      'contract',
      'proxy',
      'server',
      'service',
      'testing',
      'devtools',
      'element',
      'html',
    ])
    const barrels = files
      .filter((file) => /(^|\/)index\.tsx?$/.test(file))
      .map((file) => dirname(file).replace('.', ''))
    expect(barrels.filter((folder) => !entries.has(folder))).toEqual([])
  })
})
