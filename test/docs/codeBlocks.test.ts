import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { usageOf } from '../../src/service/command/readArguments.ts'
import { parseWorkspace } from '../../src/service/workspace/parseWorkspace.ts'
import { checkBlocks } from './checkBlocks.ts'
import { codeBlocksOf, pages, readPage, type CodeBlock } from './codeBlocks.ts'

const written = pages.filter((page) => !page.startsWith('docs/reference/'))
const blocks = written.flatMap((page) => codeBlocksOf(page, readPage(page)))
const inLanguage = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))
const ambient = 'test/docs/readersApp.d.ts'

const block = (code: string): CodeBlock => ({ place: 'page.md:10', language: 'tsx', code, setup: '', skip: undefined })

/** Likely mistakes, and the part of the compiler's message that names the cure. */
const mistakes = [
  {
    code: "import { Inbox } from 'tidings'\n\n<Inbox subscriberId={null} />\n",
    message: "page.md:12: Property 'baseUrl' is missing",
  },
  {
    code: "import { useFead } from 'tidings/hooks'\n",
    message: "page.md:10: '\"tidings/hooks\"' has no exported member named 'useFead'.",
  },
  {
    code: 'import { Inbox } from \'tidings\'\n<Inbox subscriberId="ada" baseUrl="/api/inbox" layout="modal" />\n',
    message: `page.md:11: Type '"modal"' is not assignable to type '"popover" | "drawer" | undefined'.`,
  },
  {
    code: 'import { InboxProvider } from \'tidings\'\n<InboxProvider subscriberId="ada" baseUrl="/api/inbox" apiKey="secret" />\n',
    message: "Property 'apiKey' does not exist on type",
  },
  {
    code: "import { useMarkAs } from 'tidings/hooks'\nuseMarkAs().mutate({ messageId: 'a', markAs: 'archived' })\n",
    message: 'page.md:11: Type \'"archived"\' is not assignable to type \'"',
  },
  {
    code: "import { useFeed } from 'tidings/hooks'\nuseFeed({ unread: true })\n",
    message: "'unread' does not exist in type 'FeedFilter'",
  },
  {
    code: "import { defineKinds } from 'tidings'\ndefineKinds<{ invited: { by: string } }>({ invite: () => null })\n",
    message: "'invite' does not exist in type",
  },
]

describe('the code of the docs', () => {
  it('compiles against the sources', { timeout: 120_000 }, () => {
    const checked = inLanguage('ts', 'tsx').filter(({ skip }) => skip === undefined)
    const found = checkBlocks([...checked, ...mistakes.map(({ code }) => block(code))], ambient)
    // The last blocks contain intended mistakes: a check that misses them would miss everything.
    expect(found.filter((text) => !text.startsWith('page.md'))).toEqual([])
    expect(found.filter((text) => text.startsWith('page.md'))).toEqual(
      mistakes.map(({ message }) => expect.stringContaining(message)),
    )
    expect(checked.length).toBeGreaterThan(30)
  })

  it('is found at any indentation', () => {
    const fences = written.flatMap((page) => readPage(page).match(/^\s*```\w+$/gm) ?? [])
    expect(blocks.filter(({ language }) => language !== '').length).toBe(fences.length)
  })

  it('is skipped only with a reason', () => {
    expect(blocks.filter(({ skip }) => skip === '').map(({ place }) => place)).toEqual([])
    expect(blocks.filter(({ language }) => language === '').map(({ place }) => place)).toEqual([])
  })

  it('names npm scripts and options that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const lines = inLanguage('sh', 'bash').flatMap(({ code, place }) =>
      code.split('\n').map((line) => ({ line, place })),
    )
    for (const { line, place } of lines) {
      for (const [, name = ''] of line.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
        expect([place, name, name in scripts]).toEqual([place, name, true])
      if (/npx tidings|npm run service|^ {2}--/.test(line))
        for (const [option] of line.replace(/ -- (?=--|…)/, ' ').matchAll(/(?<=\s)--[a-z-]+/g))
          expect([place, option, usageOf('tidings').includes(`${option} `)]).toEqual([place, option, true])
    }
    expect(lines.some(({ line }) => line.includes('npx tidings'))).toBe(true)
  })

  it('shows workspaces that the service accepts', () => {
    const workspaces = inLanguage('json').filter(({ place }) => place.startsWith('docs/service.md'))
    for (const { code } of workspaces) expect(parseWorkspace(code)).toMatchObject(JSON.parse(code) as object)
    expect(workspaces.length).toBeGreaterThan(0)
  })
})
