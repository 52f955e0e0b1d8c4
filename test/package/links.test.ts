import { execFileSync } from 'node:child_process'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { linksOf } from '../docs/links.ts'
import { pages, readPage } from '../docs/codeBlocks.ts'

const listed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json', '--loglevel', 'silent'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
const [{ files }] = JSON.parse(listed) as [{ files: { path: string }[] }]
const packed = new Set(files.map(({ path }) => path))
const isPacked = (target: string) => packed.has(target) || [...packed].some((path) => path.startsWith(`${target}/`))

it.each(pages.filter((page) => packed.has(page)))('%s links only to what is published with it', (page) => {
  const missing = linksOf(readPage(page)).filter((target) => {
    const [file = ''] = target.split('#')
    return !/^(https?|mailto):/.test(target) && file !== '' && !isPacked(normalize(join(dirname(page), decodeURI(file))))
  })
  expect(missing).toEqual([])
})

it('publishes what people read, and nothing that is made on the way', () => {
  for (const page of ['README.md', 'LICENSE', 'CHANGELOG.md', 'docs/interface.md', 'examples/README.md']) expect(packed).toContain(page)
  expect([...packed].filter((path) => /node_modules|^examples\/[^/]+\/(dist|\.next)\/|^(src|test|stories)\//.test(path))).toEqual([])
})
