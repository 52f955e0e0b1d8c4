import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages, readPage, withoutCode } from './codeBlocks.ts'
import { linksOf, slugOf } from './links.ts'

const headingsOf = (page: string): string[] => {
  const seen = new Map<string, number>()
  return [...withoutCode(readPage(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const name = slugOf(heading)
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return times === 0 ? name : `${name}-${times}`
  })
}

describe.each(pages)('%s', (page) => {
  it('links to existing targets', () => {
    const broken = linksOf(readPage(page)).filter((target) => {
      if (/^(https?|mailto):/.test(target)) return false
      const [file = '', anchor] = target.split('#')
      const to = file === '' ? page : normalize(join(dirname(page), file))
      return !existsSync(to) || (anchor !== undefined && !headingsOf(to).includes(anchor))
    })
    expect(broken).toEqual([])
  })
})

it('every page of the docs is linked from another page', () => {
  const linked = new Set(
    pages.flatMap((page) =>
      linksOf(readPage(page)).map((target) => normalize(join(dirname(page), target.split('#')[0] ?? ''))),
    ),
  )
  // The reference is linked as a folder, and error messages link to the error pages.
  const found = pages.filter((page) => /^docs\/[^/]+\.md$/.test(page))
  expect(found.filter((page) => !linked.has(page))).toEqual([])
})

// The site's sidebar has the recipes of this list.
it('docs/recipes.md lists every recipe once', () => {
  const listed = linksOf(readPage('docs/recipes.md')).filter((target) => target.startsWith('recipes/'))
  const recipes = pages.filter((page) => page.startsWith('docs/recipes/'))
  expect(listed.map((target) => `docs/${target}`).toSorted()).toEqual(recipes.toSorted())
})
