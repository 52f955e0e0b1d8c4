import path from 'node:path'
import ts from 'typescript'
import { expect, it, vi } from 'vitest'
import { generateReference, outdatedPages, referenceFiles } from '../../scripts/generateReference.ts'
import { outdatedSchemas, schemaFiles } from '../../scripts/generateSchemas.ts'
import { openSources } from '../../scripts/reference/openSources.ts'
import { createMemberCheck } from '../../scripts/reference/undocumentedMembers.ts'
import { blocksIn, type CodeBlock } from './codeBlocks.ts'
import { findErrors, toModules } from './compileBlocks.ts'

// One program for all tests: opening the sources takes most of their time, which is long on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

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

/** Each member that ends in `0` has no comment, and no other comment covers it. */
const fixture = `
import * as z from 'zod/mini'
/** A schema, its nested object, and fields that are computed from a list of names. */
export const schema = z.looseObject({
  /** Documented. */
  name: z.string(),
  bare0: z.string(),
  /** Documented. */
  nested: z.optional(z.array(z.looseObject({ inner0: z.string() }))),
  /** Documented. */
  computed: z.looseObject(Object.fromEntries([]) as Record<'listed0', z.ZodMiniString>),
})
export type Inferred = z.output<typeof schema>

export type Union =
  /** A comment of the union's member does not cover its fields. */
  {
    kind0: 'a'
    /** Documented. */
    value: string
  } | {
    /** Documented. */
    kind: 'b'
  }

interface Options {
  /** Documented. */
  size: number
  option0: string
}
export const create = (options: Options, { second0 }: { second0: number }) => ({ result0: options.size + second0 })

export interface Props extends Pick<Options, 'option0'> {
  children: string
  /** Documented. */
  onChange: (change: { before0: string }) => void
  /** Documented. */
  readonly table: Record<'monday' | 'tuesday', number>
  size: Options['size']
}

export class Thing extends Error {
  override readonly name0 = 'Thing'
  #hidden = 1
  private secret = 2
  method0() { return this.#hidden + this.secret }
}

interface Row {
  /** Documented. */
  path: string
}
export const table = {
  /** Documented. */
  first: { path: '/' },
} as const satisfies Record<string, Row>
`

const fixtureFile = path.resolve('src/fixture.ts')
const blocks = blocksIn('ts', 'tsx').filter(({ skip }) => skip === undefined)
const modules = toModules([...blocks, ...mistakes.map(({ code }) => block(code))])
const texts = new Map([...modules.map(({ file, text }) => [file, text] as const), [fixtureFile, fixture]])
const sources = openSources([...referenceFiles(), ...schemaFiles, 'test/docs/readersApp.d.ts'], texts)

it('the reference documents every export and member with its type, and matches the doc comments: npm run docs:reference', () => {
  const { pages, undocumented } = generateReference(sources)
  expect(undocumented).toEqual([])
  expect(outdatedPages(pages)).toEqual([])
  const rows = [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/^\| `([^`]+)` \| (.*?) \| .*$/gm)].map(([, member, type = '']) => ({ page, member, type })),
  )
  expect(rows.length).toBeGreaterThan(500)
  expect(rows.filter(({ type }) => !/^`.+`$/.test(type.trim()))).toEqual([])
})

it('the schemas and guards match the contract and its doc comments: npm run docs:schemas', async () => {
  expect(await outdatedSchemas(sources)).toEqual([])
})

it('the code of the docs compiles against the sources', () => {
  const found = findErrors(sources, modules)
  // The last blocks contain intended mistakes: a check that misses them would miss everything.
  expect(found.filter((text) => !text.startsWith('page.md'))).toEqual([])
  expect(found.filter((text) => text.startsWith('page.md'))).toEqual(
    mistakes.map(({ message }) => expect.stringContaining(message)),
  )
  expect(blocks.length).toBeGreaterThan(30)
})

it('every kind of undocumented member is found', () => {
  const { program, checker } = sources
  const module = checker.getSymbolAtLocation(program.getSourceFile(fixtureFile) as ts.SourceFile) as ts.Symbol
  const found = checker.getExportsOfModule(module).flatMap(createMemberCheck(sources))
  expect(found.map((line) => line.replace(' (src/fixture.ts)', '')).toSorted()).toEqual([
    'Inferred.bare0',
    'Inferred.computed.listed0 (computed)',
    'Inferred.nested.inner0',
    'Props.onChange(change).before0',
    'Thing.method0',
    'Thing.name0',
    'Union.kind0',
    'create().result0',
    'create(options).option0',
    'create(options).second0',
  ])
})
