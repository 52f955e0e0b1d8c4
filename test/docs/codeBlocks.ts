import { readdirSync, readFileSync } from 'node:fs'

/** A fenced block of a page. */
export interface CodeBlock {
  /** `docs/recipes.md:12`: where its first line is. */
  place: string
  language: string
  code: string
  /** What its reader is not shown: the comment `<!-- setup … -->` above it. */
  setup: string
  /** Why it is not checked: `<!-- skip: … -->` above it. */
  skip: string | undefined
}

/** Every page that people read: the README, this house's page, the changes, and all of docs/. */
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

// One that belongs to an item of a list stands as far in as the item's text.
const fence = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm
const comment = /<!-- (setup|skip:)((?:(?!-->)[\s\S])*)-->\s*$/

/** The blocks of a page, in order. */
export const codeBlocksOf = (page: string, text: string): CodeBlock[] =>
  [...text.matchAll(fence)].map(({ index, 1: indent = '', 2: language = '', 3: code = '' }) => {
    const above = text.slice(0, index)
    const [, kind, said = ''] = comment.exec(above) ?? []
    return {
      place: `${page}:${above.split('\n').length + 1}`,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      setup: kind === 'setup' ? said : '',
      skip: kind === 'skip:' ? said.trim() : undefined,
    }
  })

/** Whether an example without elements needs a browser's page. */
export const isForPage = (code: string): boolean => /\bdocument\b|\bclearInbox\(/.test(code)

/** A page as it reads without its blocks, in which `#` and brackets mean something else. */
export const withoutCode = (text: string): string => text.replace(fence, '').replace(/^~~~\w*\n[\s\S]*?^~~~$/gm, '')
