import path from 'node:path'
import ts from 'typescript'
import { collectTypeNames, describeMembers, type MemberDocs, type TypeNames } from './describeMembers.ts'
import { docOf, type Doc } from './docOf.ts'
import { type ExportKind, kindOf } from './exportKind.ts'
import type { Entry, Sources } from './openSources.ts'
import { signatureOf } from './signatureOf.ts'

/** An export, as its section of the page describes it. */
export interface ExportDocs {
  name: string
  kind: ExportKind
  /** The file that declares it, below src/. */
  source: string
  doc: Doc
  /** TypeScript. Undefined if it is too long to read, or if the members or the comment say the same. */
  signature: string | undefined
  members: MemberDocs[]
}

export interface EntryDocs extends Entry {
  exports: ExportDocs[]
  /** Entries that this one re-exports completely. They have pages of their own. */
  includes: string[]
  /** Exports and members without a doc comment: `tidings/hooks: useFeed`. */
  undocumented: string[]
}

/** Entries that another one re-exports completely. */
const includedIn: Record<string, string[]> = { tidings: ['tidings/hooks'] }

/**
 * Describes the exports of one entry of the package, in alphabetical order.
 * @param findUndocumented of createMemberCheck: the same function for all entries, so that it reports each member once.
 */
export const describeEntry = (
  sources: Sources,
  entry: Entry,
  findUndocumented: (symbol: ts.Symbol) => string[],
): EntryDocs => {
  const { program, checker } = sources
  const includes = includedIn[entry.name] ?? []
  const elsewhere = new Set(
    includes.flatMap((name) => exportsOf(sources, `src/${name.replace('tidings/', '')}/index.ts`)),
  )
  const own = exportsOf(sources, entry.file).filter((symbol) => !elsewhere.has(symbol))
  // The names that the reader of this entry can import from it come first.
  const nameTypes = collectTypeNames(checker, [...own, ...exportsOf(sources, 'src/contract/index.ts')])
  // A type of props needs no comment.
  const isOfComponent = (name: string) => own.some((other) => `${other.name}Props` === name)
  const exports = own
    .map((symbol) => describeExport(program, checker, symbol, nameTypes))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const undocumented = [
    ...exports.filter(({ doc, name }) => doc.text === '' && !isOfComponent(name)).map(({ name }) => name),
    ...own.flatMap(findUndocumented),
  ].map((name) => `${entry.name}: ${name}`)
  return { ...entry, exports, includes, undocumented }
}

const exportsOf = ({ program, checker }: Sources, file: string): ts.Symbol[] => {
  const source = program.getSourceFile(path.resolve(file)) ?? program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} exports nothing.`)
  return checker.getExportsOfModule(module).map((symbol) => resolve(checker, symbol))
}

const resolve = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

const describeExport = (
  program: ts.Program,
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  nameTypes: TypeNames,
): ExportDocs => {
  const kind = kindOf(checker, symbol)
  const [declaration] = symbol.declarations ?? []
  return {
    name: symbol.name,
    kind,
    source: declaration?.getSourceFile().fileName.replace(/^(.*\/)?src\//, '') ?? '',
    doc: docOf(checker, symbol),
    signature: signatureOf(checker, symbol, kind),
    members: describeMembers(program, checker, symbol, kind, nameTypes),
  }
}
