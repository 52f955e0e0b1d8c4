import { readdirSync, readFileSync } from 'node:fs'

/** A fenced code block of a page. */
export interface CodeBlock {
  /** File and line of its first line: `docs/recipes/page.md:12`. */
  place: string
  /** Language of the fence, such as `tsx`. Empty if it has none. */
  language: string
  /** The code, without indentation. */
  code: string
  /** Hidden code that the block needs: the comment `<!-- setup … -->` above it. */
  setup: string
  /** Why the block is not checked: `<!-- skip: … -->` above it. */
  skip: string | undefined
}

/** All pages for readers: the README, CONTRIBUTING, the changelog and docs/. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .toSorted(),
]

export const readPage = (page: string): string => readFileSync(page, 'utf8')

// A block inside of a list item is indented like the item's text.
const fence = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm
const comment = /<!-- (setup|skip:)((?:(?!-->)[\s\S])*)-->\s*$/

/** The blocks of a page, in order. */
export const codeBlocksOf = (page: string, text: string): CodeBlock[] =>
  [...text.matchAll(fence)].map(({ index, 1: indent = '', 2: language = '', 3: code = '' }) => {
    const above = text.slice(0, index)
    const [, kind, note = ''] = comment.exec(above) ?? []
    return {
      place: `${page}:${above.split('\n').length + 1}`,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      setup: kind === 'setup' ? note : '',
      skip: kind === 'skip:' ? note.trim() : undefined,
    }
  })

/** The pages that are not generated. */
export const written = pages.filter((page) => !page.startsWith('docs/reference/'))

/** All blocks of these pages. */
export const blocks = written.flatMap((page) => codeBlocksOf(page, readPage(page)))

export const blocksIn = (...languages: string[]): CodeBlock[] =>
  blocks.filter(({ language }) => languages.includes(language))

/** Whether an example without elements needs a DOM. */
export const isForPage = (code: string): boolean => /\bdocument\b|\bclearInbox\(/.test(code)

/** The text of a page without its blocks, in which `#` and brackets have other meanings. */
export const withoutCode = (text: string): string => text.replace(fence, '').replace(/^~~~\w*\n[\s\S]*?^~~~$/gm, '')
