import path from 'node:path'
import ts from 'typescript'
import { docOf, originOf } from './docOf.ts'
import type { ExportKind } from './exportKind.ts'
import { isCalledByBrowser } from './undocumentedMembers.ts'

/** A property or method, as a row of a table. */
export interface MemberDocs {
  name: string
  type: string
  isOptional: boolean
  /** Its doc comment. */
  text: string
}

/** The most characters of a type. Objects inside a longer one are abbreviated. */
const longest = 240

/**
 * The members of an interface, an object type or a class of tidings, without those that React, the DOM or a library
 * adds.
 */
export const describeMembers = (
  program: ts.Program,
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  kind: ExportKind,
  nameTypes: TypeNames,
): MemberDocs[] => {
  const [declaration] = symbol.declarations ?? []
  if (!declaration || (kind !== 'type' && kind !== 'class')) return []
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  // An intersection with a union is a union too, whose members have all fields in common: `InboxProxyOptions`.
  const isIntersection = ts.isTypeAliasDeclaration(declaration) && ts.isIntersectionTypeNode(declaration.type)
  if (type.isUnion() && !isIntersection) return []
  if ((type.flags & ts.TypeFlags.Object) === 0 && !type.isUnionOrIntersection()) return []
  return checker
    .getPropertiesOfType(type)
    .filter((member) => !/^(#|__[@#])/.test(member.name) && isOurs(program, member) && !isCalledByBrowser(member))
    .map((member): MemberDocs => {
      const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0
      const full = writtenType(checker, member) ?? nameTypes(printedType(checker, member, declaration), symbol.name)
      const text = abbreviate(full)
      return {
        name: member.name,
        type: isOptional ? text.replace(/ \| undefined$/, '') : text,
        isOptional,
        text: docOf(checker, member).text,
      }
    })
    .toSorted((a, b) => Number(a.isOptional) - Number(b.isOptional))
}

/** Replaces the structures in a type's text by the names of the exported types that have them, except by `own`. */
export type TypeNames = (text: string, own: string) => string

/** Collects the object types among the exports. Types that are inferred from schemas lose their names in other types. */
export const collectTypeNames = (checker: ts.TypeChecker, symbols: readonly ts.Symbol[]): TypeNames => {
  const names = new Map<string, string>()
  for (const symbol of symbols) {
    const [declaration] = symbol.declarations ?? []
    if (!declaration || !ts.isTypeAliasDeclaration(declaration) || declaration.typeParameters) continue
    const text = textOf(checker, checker.getDeclaredTypeOfSymbol(symbol), declaration, ts.TypeFormatFlags.InTypeAlias)
    if (text.startsWith('{') && !names.has(text)) names.set(text, symbol.name)
  }
  // The longest first: it contains others.
  const known = [...names].toSorted(([a], [b]) => b.length - a.length)
  return (text, own) =>
    known.reduce((shown, [structure, name]) => (name === own ? shown : shown.replaceAll(structure, name)), text)
}

/** Replaces the innermost objects of a type that is too long by `{ … }`, one level after another. */
const abbreviate = (text: string): string => {
  if (text.length <= longest) return text
  const levels = depthOf(text)
  return levels < 2 ? text : abbreviate(withoutLevel(text, levels))
}

/** The depth of `{` at each character. */
const depths = (text: string): number[] => {
  let depth = 0
  return text.split('').map((character) => {
    if (character === '{') depth += 1
    const here = depth
    if (character === '}') depth -= 1
    return here
  })
}

/** `string & {}` is a type, and `{ … }` is short already: neither is a level. */
const depthOf = (text: string): number =>
  Math.max(0, ...depths(text.replaceAll(/\{\}|\{ … \}/g, (match) => ' '.repeat(match.length))))

const withoutLevel = (text: string, level: number): string => {
  const hidden = text.replaceAll(/\{\}|\{ … \}/g, (match) => ' '.repeat(match.length))
  const at = depths(hidden)
  const starts = hidden
    .split('')
    .flatMap((character, index) => (character === '{' && at[index] === level ? [index] : []))
  return starts.toReversed().reduce((shown, start) => {
    const end = at.findIndex((depth, index) => index > start && depth === level && hidden[index] === '}')
    return `${shown.slice(0, start)}{ … }${shown.slice(end + 1)}`
  }, text)
}

const printer = ts.createPrinter({ removeComments: true })

const fileOf = (member: ts.Symbol): string | undefined => member.declarations?.[0]?.getSourceFile().fileName

const isOurs = (program: ts.Program, member: ts.Symbol) => {
  const file = fileOf(member)
  return file !== undefined && path.resolve(file).startsWith(path.join(program.getCurrentDirectory(), 'src'))
}

/**
 * The type as its author wrote it, there or at its origin (`InboxProps['theme']`). The order of the compiler's own text
 * depends on the files that it has read before.
 */
const writtenType = (checker: ts.TypeChecker, member: ts.Symbol): string | undefined => {
  const [declaration] = member.declarations ?? []
  const isField = declaration && (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration))
  const node = isField ? declaration.type : undefined
  // Printed instead of copied: without comments, and with the semicolons that line breaks replace.
  const text = node && printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replaceAll(/\s+/g, ' ')
  if (text === undefined || !text.includes("['")) return text
  const origin = originOf(checker, member)
  return origin && origin !== member ? writtenType(checker, origin) : undefined
}

const printedType = (checker: ts.TypeChecker, member: ts.Symbol, declaration: ts.Declaration): string =>
  textOf(checker, checker.getTypeOfSymbolAtLocation(member, declaration), declaration)

const textOf = (checker: ts.TypeChecker, type: ts.Type, declaration: ts.Declaration, flags = 0): string =>
  checker
    .typeToString(type, declaration, ts.TypeFormatFlags.NoTruncation | flags)
    .replaceAll(/import\("[^"]+"\)\./g, '')
