import { existsSync } from 'node:fs'
import { normalize } from 'node:path'
import { expect, it } from 'vitest'
import { generateLlms, textsOfPages } from '../../scripts/generateLlms.ts'
import { addressOf } from '../../site/pages.ts'
import { codeBlocksOf, pages, readPage, withoutCode, written } from './codeBlocks.ts'
import { linksOf } from './links.ts'

const { 'llms.txt': index, 'llms-full.txt': full } = generateLlms()

const sourcesOf = (text: string) => [...text.matchAll(/^Source: (\S+)$/gm)].map(([, file = '']) => file)
const inPackage = pages.filter((page) => page !== 'CONTRIBUTING.md')

it('llms.txt has a title, a summary, and a line with a description for each page', () => {
  expect(index).toMatch(/^# tidings\n\n> \S.+\n/)
  const [needed = '', optional = ''] = index.split('\n## Optional\n')
  const lines = needed.split('\n').filter((line) => line.startsWith('- '))
  expect(lines.filter((line) => !/^- \[[^\]]+\]\(\S+\.md\): \S.{10,}[^.:]$/.test(line))).toEqual([])
  // A page that misses here also misses in `sidebar` of site/pages.ts.
  const listed = new Set(linksOf(index))
  expect(inPackage.filter((page) => !page.startsWith('docs/errors/') && !listed.has(page))).toEqual([])
  expect(linksOf(optional)).toEqual(
    expect.arrayContaining(['docs/reference/tidings.md', 'docs/errors', 'CHANGELOG.md']),
  )
})

it('llms-full.txt has the guides, those for agents first, and neither reference nor errors', () => {
  const sources = sourcesOf(full)
  expect(sources.slice(0, 2)).toEqual(['docs/agents.md', 'README.md'])
  const guides = written.filter((page) => !/^CONTRIBUTING|^CHANGELOG|^docs\/(development|errors\/)/.test(page))
  expect(sources.toSorted()).toEqual(guides.toSorted())
})

it('both link to files of the package', () => {
  const targets = [index, full].flatMap((text) => linksOf(text)).filter((target) => !/^(https?|mailto):/.test(target))
  expect(targets.length).toBeGreaterThan(100)
  expect(targets.filter((target) => !existsSync(normalize(target.split('#')[0] ?? '')))).toEqual([])
  expect(targets.filter((target) => /^(\.|#|src\/|test\/)/.test(target))).toEqual([])
})

it('texts have the code of their pages, and nothing that only a renderer or a test reads', () => {
  const codeOf = (page: string, text: string) => codeBlocksOf(page, text).map(({ code }) => code)
  for (const page of sourcesOf(full)) {
    const [, text = ''] = full.split(`Source: ${page}\n`)
    expect(codeOf(page, `${text.split('\n---\n\nSource: ')[0]}`)).toEqual(codeOf(page, readPage(page)))
  }
  expect(withoutCode(full)).not.toMatch(/<!--|<picture/)
})

it('those of the site link to texts of the site', () => {
  const site = textsOfPages(addressOf)
  expect(site.get('inbox.md')).toContain('](/server.md)')
  const targets = [...Object.values(generateLlms(addressOf)), ...site.values()].flatMap((text) => linksOf(text))
  const isServed = (target: string) => site.has(target.slice(1).split('#')[0] ?? '') || target.startsWith('/errors/')
  expect(targets.filter((target) => !/^(https?|mailto):/.test(target) && !isServed(target))).toEqual([])
})
