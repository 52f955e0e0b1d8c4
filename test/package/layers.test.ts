import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { preProcessFile } from 'typescript'
import { describe, expect, it } from 'vitest'

/** The folders of src that each folder may import from: imports only point down. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  schedule: ['contract'],
  client: ['schedule', 'contract'],
  content: ['contract'],
  state: ['client', 'contract'],
  hooks: ['state', 'content', 'schedule', 'client', 'contract'],
  components: ['hooks', 'state', 'content', 'schedule', 'client', 'contract'],
  devtools: ['hooks', 'state', 'content', 'client', 'contract'],
  languages: ['components', 'contract'],
  element: ['components', 'hooks', 'state', 'content', 'schedule', 'client', 'contract', 'styles'],
  vue: ['element', 'contract'],
  svelte: ['element', 'contract'],
  html: ['components', 'content', 'client'],
  live: ['client', 'contract'],
  node: ['client', 'contract'],
  persist: ['state'],
  proxy: ['live', 'node', 'content', 'client', 'contract'],
  server: ['state', 'client', 'contract'],
  // What the command line of the service serves beside it.
  console: ['proxy', 'client', 'contract'],
  service: ['console', 'live', 'node', 'content', 'client', 'schedule', 'contract'],
  testing: ['client', 'contract'],
  // In a folder of its own, because it is the only part of `testing` that imports React.
  'testing/react': ['testing', 'hooks', 'client', 'contract'],
  bin: ['service', 'client'],
  // It re-exports another package.
  entries: [],
  'index.ts': ['hooks', 'components', 'state', 'content', 'schedule', 'client', 'contract'],
}

/**
 * The rooms of the larger folders, the lowest first. A room imports only rooms before it. Files of no room come last.
 */
const rooms: Record<string, readonly string[]> = {
  components: [
    'base',
    'language',
    'content',
    'feedback',
    'edits',
    'item',
    'schedule',
    'preferences',
    'feed',
    'panel',
    'inbox',
    'extras',
  ],
  hooks: ['utils', 'provider', 'feed', 'marks', 'arrivals', 'badge'],
  state: ['model', 'log', 'marks', 'pages', 'cache', 'tabs', 'live', 'intents', 'persistence'],
}

/** So many files a reader can take in at a glance. */
const mostFiles = 30

/** As in .oxfmtrc.json. The formatter breaks neither comments nor texts. */
const longestLine = 120

const source = 'src'
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
const scripts = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
const folderOf = (path: string) => /^testing\/react\b/.exec(path)?.[0] ?? path.split('/')[0] ?? ''

const imports = new Map(
  files.map((file) => [
    file,
    preProcessFile(readFileSync(join(source, file), 'utf8'))
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => relative(source, join(source, dirname(file), fileName))),
  ]),
)

/** The imports that a rule forbids, as text. */
const wrongImports = (isWrong: (file: string, target: string) => boolean) =>
  files.flatMap((file) =>
    (imports.get(file) ?? []).filter((target) => isWrong(file, target)).map((target) => `${file} imports ${target}`),
  )

describe('the layers of src', () => {
  it('has a rule for each folder', () => {
    expect([...new Set(files.map(folderOf))].toSorted()).toEqual(Object.keys(mayImport).toSorted())
  })

  it('imports downwards only', () => {
    const isWrong = (file: string, target: string) =>
      folderOf(target) !== folderOf(file) && !mayImport[folderOf(file)]?.includes(folderOf(target))
    expect(wrongImports(isWrong)).toEqual([])
  })

  it.each(Object.entries(rooms))('has no import from a room of %s into a later one', (folder, order) => {
    const roomOf = (path: string) => {
      const [top, room = '', ...rest] = path.split('/')
      return top === folder && rest.length > 0 ? room : undefined
    }
    const found = new Set(files.map(roomOf).filter((room) => room !== undefined))
    expect([...found].toSorted()).toEqual(order.toSorted())

    const placeOf = (path: string) => {
      const room = roomOf(path)
      if (room !== undefined) return order.indexOf(room)
      return path.startsWith(`${folder}/`) ? order.length : -1
    }
    expect(wrongImports((file, target) => placeOf(file) >= 0 && placeOf(target) > placeOf(file))).toEqual([])
  })

  it(`has at most ${mostFiles} files in a folder`, () => {
    const counts = new Map<string, number>()
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > mostFiles)).toEqual([])
  })

  it(`has no line of more than ${longestLine} characters`, () => {
    const long = files.flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > longestLine ? [`${file}:${index + 1}`] : [])),
    )
    expect(long).toEqual([])
  })

  it('reads the clocks in one file', () => {
    const clock = /\bDate\.now\b|\bDate\(\)|\bnew Date\b(?!\()|\bperformance\.now\b|\bhrtime\b|\.format(ToParts)?\(\)/
    const withoutComments = (text: string) => text.replaceAll(/^\s*(\*|\/\*|\/\/).*$/gm, '')
    const reads = [...files, ...scripts].filter((file) =>
      clock.test(withoutComments(readFileSync(join(source, file), 'utf8'))),
    )
    expect(reads).toEqual(['client/clock.ts'])
  })

  it('has barrels at entry points only', () => {
    const entries = new Set([
      '',
      'hooks',
      'client',
      'contract',
      'live',
      'persist',
      'proxy',
      'server',
      'service',
      'testing',
      'devtools',
      'element',
      'vue',
      'svelte',
      'html',
    ])
    const barrels = files
      .filter((file) => /(^|\/)index\.tsx?$/.test(file))
      .map((file) => dirname(file).replace('.', ''))
    expect(barrels.filter((folder) => !entries.has(folder))).toEqual([])
  })
})
