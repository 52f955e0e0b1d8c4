import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { posix as path } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { pathOf, root, sidebar } from '../site/pages.ts'

/**
 * Generates llms.txt and llms-full.txt, which coding agents look for: https://llmstxt.org. `npm run build` writes those
 * of the package, and `npm run docs:build` those of the site. The order is that of the site's sidebar.
 */

/** Returns the address of a file or folder, given its path below the root. */
export type AddressOf = (file: string) => string

const agentsPage = 'docs/agents.md'

/** These pages are in the section "Optional" of llms.txt, and not in llms-full.txt. */
const isOptional = (file: string) => /^(CHANGELOG\.md|docs\/(development\.md|reference\/|errors\/))/.test(file)

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The pages that the package has, as paths below the root. */
const packagedPages = (): string[] => [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .toSorted(),
]

const fence = '^( *)(```|~~~)[^]*?^\\1\\2$'

/** Code, which may have all of the others; comments; pictures for two color schemes; and the targets of links. */
const parts = new RegExp(
  `${fence}|\`[^\`\\n]*\`|<!--[^]*?-->\\n*|<picture>[^]*?</picture>\\n*|(\\]\\(|(?:src|href)=")([^()\\s"]+)`,
  'gm',
)

/** A page as text: without comments and pictures, and with links that work from everywhere. */
const plainTextOf = (file: string, addressOf: AddressOf): string =>
  read(file).replace(parts, (match: string, _indent, _fence, before?: string, target = '') => {
    if (before === undefined) return /^<(!--|picture)/.test(match) ? '' : match
    if (/^\w+:/.test(target)) return match
    const [to = '', anchor] = target.split('#')
    const address = addressOf(to === '' ? file : path.join(path.dirname(file), to))
    return `${before}${address}${anchor === undefined ? '' : `#${anchor}`}`
  })

/** The first sentence of a page, so that its description is written once. */
const descriptionOf = (file: string): string => {
  const text = plainTextOf(file, String).replaceAll(new RegExp(fence, 'gm'), '')
  const paragraph = text.split(/\n{2,}/).find((block) => /^[^#|>\s-]/.test(block)) ?? ''
  const [sentence = ''] = paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .split(/(?<=[.:!?])\s+(?=[A-Z`]|tidings )/)
  const description = sentence.replaceAll(/\s+/g, ' ').replace(/[.:]$/, '')
  return description.replace(/^This page ([a-z])/, (_, letter: string) => letter.toUpperCase())
}

interface LinkedPage {
  title: string
  file: string
}

/** The pages of an item of the sidebar, and of those below it. A page that only the site has is none. */
const pagesOf = (
  { text = '', link = '', items = [] }: DefaultTheme.SidebarItem,
  files: Map<string, string>,
): LinkedPage[] => {
  const file = files.get(link.replace(/\.md$/, ''))
  const title = text.replaceAll(/&lt;(.+?)&gt;/g, '`<$1>`')
  return [...(file === undefined ? [] : [{ title, file }]), ...items.flatMap((item) => pagesOf(item, files))]
}

/** @param addressOf Addresses where the texts are read. Default: paths in the package. */
export const generateLlms = (addressOf: AddressOf = String): Record<'llms.txt' | 'llms-full.txt', string> => {
  const { name, description } = JSON.parse(read('package.json')) as { name: string; description: string }
  const files = new Map(
    packagedPages().map((file) => [`/${pathOf(file).replace(/(^|\/)index\.md$|\.md$/, '$1')}`, file]),
  )
  const groups = sidebar.map((group) => ({ title: group.text ?? '', pages: pagesOf(group, files) }))
  const needed = groups.map(({ title, pages }) => ({ title, pages: pages.filter(({ file }) => !isOptional(file)) }))
  const optional = groups.flatMap(({ pages }) => pages).filter(({ file }) => isOptional(file))

  const linkTo = ({ title, file }: LinkedPage) => `- [${title}](${addressOf(file)})`
  const index = [
    `# ${name}\n\n> ${description}`,
    `To add it to an app, follow [the page for coding agents](${addressOf(agentsPage)}). Each export has a doc comment in the types of the package.`,
    ...needed
      .filter(({ pages }) => pages.length > 0)
      .map(
        ({ title, pages }) =>
          `## ${title}\n\n${pages.map((page) => `${linkTo(page)}: ${descriptionOf(page.file)}`).join('\n')}`,
      ),
    `## Optional\n\n${[
      ...optional.filter(({ file }) => !file.startsWith('docs/errors/')).map(linkTo),
      `- [Errors](${addressOf('docs/errors')}): A page for each code, such as TIDINGS_105`,
    ].join('\n')}`,
  ]
  const guides = needed.flatMap(({ pages }) => pages.map(({ file }) => file)).filter((file) => file !== agentsPage)
  return {
    'llms.txt': `${index.join('\n\n')}\n`,
    'llms-full.txt': [agentsPage, ...guides]
      .map((file) => `Source: ${addressOf(file)}\n\n${plainTextOf(file, addressOf).trim()}\n`)
      .join('\n---\n\n'),
  }
}

/** The pages as text by their path in the site: agents read them, in place of HTML. */
export const textsOfPages = (addressOf: AddressOf): Map<string, string> =>
  new Map(packagedPages().map((file) => [pathOf(file), plainTextOf(file, addressOf)]))

if (process.argv[1]?.endsWith('generateLlms.ts'))
  for (const [name, text] of Object.entries(generateLlms())) writeFileSync(path.join(root, name), text)
