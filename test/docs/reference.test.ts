import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { generateReference, outdatedPages } from '../../scripts/generateReference.ts'
import { createMemberCheck } from '../../scripts/reference/undocumentedMembers.ts'

it(
  'documents every export and member with its type, and matches the doc comments: npm run docs:reference',
  { timeout: 120_000 },
  () => {
    const { pages, undocumented } = generateReference()
    expect(undocumented).toEqual([])
    expect(outdatedPages(pages)).toEqual([])
    const rows = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/^\| `([^`]+)` \| (.*?) \| .*$/gm)].map(([, member, type = '']) => ({ page, member, type })),
    )
    expect(rows.length).toBeGreaterThan(500)
    expect(rows.filter(({ type }) => !/^`.+`$/.test(type.trim()))).toEqual([])
  },
)

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

it('finds every kind of undocumented member', { timeout: 120_000 }, () => {
  const file = path.resolve('src/fixture.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, ...more) =>
    name === file ? ts.createSourceFile(name, fixture, ts.ScriptTarget.ESNext, true) : getSourceFile(name, ...more)
  const program = ts.createProgram([file], options, host)
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol
  const check = createMemberCheck({ program, checker })
  const found = checker.getExportsOfModule(module).flatMap(check)
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
