import path from 'node:path'
import ts from 'typescript'
import { describeMembers, type MemberDocs } from './describeMembers.ts'
import { docOf, type Doc } from './docOf.ts'
import type { Entry, Sources } from './openSources.ts'
import { signatureOf } from './signatureOf.ts'

/** One export, as its section tells of it. */
export interface ExportDocs {
  name: string
  kind: 'component' | 'hook' | 'function' | 'class' | 'value' | 'type'
  doc: Doc
  /** TypeScript, short enough to be read. */
  signature: string | undefined
  members: MemberDocs[]
}

export interface EntryDocs extends Entry {
  exports: ExportDocs[]
  /** Entries whose every export this one has too: they have pages of their own. */
  includes: string[]
  /** What lacks a doc comment: `tidings/hooks: useFeed`. */
  undocumented: string[]
}

/** Entries that another one passes on as a whole. */
const includedIn: Record<string, string[]> = { tidings: ['tidings/hooks'] }

/** What one entry of the package exports, in the order of the alphabet. */
export const describeEntry = (sources: Sources, entry: Entry): EntryDocs => {
  const { program, checker } = sources
  const includes = includedIn[entry.name] ?? []
  const elsewhere = new Set(
    includes.flatMap((name) => exportsOf(sources, `src/${name.replace('tidings/', '')}/index.ts`)),
  )
  const own = exportsOf(sources, entry.file).filter((symbol) => !elsewhere.has(symbol))
  const names = new Set(own.map(({ name }) => name))
  const exports = own
    .map((symbol) => nameComponent(describeExport(program, checker, symbol), names))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const undocumented = exports.flatMap(({ name, doc, members }) => [
    ...(doc.text === '' ? [`${entry.name}: ${name}`] : []),
    ...members
      .filter((member) => member.mustBeTold && member.text === '')
      .map((member) => `${entry.name}: ${name}.${member.name}`),
  ])
  return { ...entry, exports, includes, undocumented }
}

/** Props say what they are by their name. */
const nameComponent = (item: ExportDocs, names: ReadonlySet<string>): ExportDocs => {
  const component = item.name.replace(/Props$/, '')
  const isOf = component !== item.name && names.has(component)
  return item.doc.text === '' && isOf ? { ...item, doc: { ...item.doc, text: `Props of \`<${component}>\`.` } } : item
}

const exportsOf = ({ program, checker }: Sources, file: string): ts.Symbol[] => {
  const source = program.getSourceFile(path.resolve(file)) ?? program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} exports nothing.`)
  return checker.getExportsOfModule(module).map((symbol) => resolve(checker, symbol))
}

const resolve = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

const describeExport = (program: ts.Program, checker: ts.TypeChecker, symbol: ts.Symbol): ExportDocs => {
  const kind = kindOf(checker, symbol)
  return {
    name: symbol.name,
    kind,
    doc: docOf(checker, symbol),
    signature: signatureOf(checker, symbol, kind),
    members: describeMembers(program, checker, symbol, kind),
  }
}

const kindOf = (checker: ts.TypeChecker, symbol: ts.Symbol): ExportDocs['kind'] => {
  if (symbol.flags & ts.SymbolFlags.Class) return 'class'
  const { valueDeclaration } = symbol
  if (!valueDeclaration) return 'type'
  const isCallable = checker.getTypeOfSymbolAtLocation(symbol, valueDeclaration).getCallSignatures().length > 0
  const isFromTsx = valueDeclaration.getSourceFile().fileName.endsWith('.tsx')
  if (
    /^[A-Z]/.test(symbol.name) &&
    (isCallable || symbol.name.endsWith('Provider')) &&
    (isFromTsx || symbol.name.endsWith('Provider'))
  )
    return 'component'
  if (!isCallable) return 'value'
  return /^use[A-Z]/.test(symbol.name) ? 'hook' : 'function'
}
