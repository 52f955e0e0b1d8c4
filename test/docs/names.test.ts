import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as devtools from '../../src/devtools/index.ts'
import * as tidings from '../../src/index.ts'
import { pages, readPage, withoutCode } from './codeBlocks.ts'

/** Names in the pages that other packages export. */
const others = new Set([
  'ClientOnly',
  'ClientRouter',
  'CssBaseline',
  'QueryClientProvider',
  'ReactQueryDevtools',
  'Suspense',
  'useFakeTimers',
  'useId',
  'useLocation',
  'useNavigate',
  'usePathname',
  'useQueryClient',
  'useRouter',
  'useRuntimeConfig',
  'useYourHook',
])
const ours = { ...tidings, ...devtools }

/** In the table of a migration, the columns left of the last one name parts of the other library. */
const oursOf = (page: string) => {
  const lines = withoutCode(readPage(page)).split('\n')
  if (!page.startsWith('docs/migration/')) return lines.join('\n')
  return lines
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').at(-2) ?? '')
    .join('\n')
}

const written = pages.filter((page) => !/^docs\/(reference|errors)\/|^(CONTRIBUTING|CHANGELOG)/.test(page))

it.each(written)('%s names existing components and hooks', (page) => {
  const spoken = [...oursOf(page).matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => [
    ...[...code.matchAll(/(?<!\w)<([A-Z]\w+)/g)].map(([, name = '']) => name),
    ...[...code.matchAll(/\buse[A-Z]\w+/g)].map(([name]) => name),
  ])
  expect(spoken.filter((name) => !(name in ours) && !others.has(name))).toEqual([])
})

it('CONTRIBUTING names existing files', () => {
  const named = [...readPage('CONTRIBUTING.md').matchAll(/`([\w.-]+\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => path)
  const isMissing = (path: string) => ![path, `src/${path}`].some((file) => existsSync(file))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(isMissing)).toEqual([])
})
