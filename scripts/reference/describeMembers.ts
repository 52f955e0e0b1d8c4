import path from 'node:path'
import ts from 'typescript'
import type { ExportDocs } from './describeEntry.ts'
import { docOf, originOf } from './docOf.ts'

/** A property or method, as a table tells of it. */
export interface MemberDocs {
  name: string
  type: string
  isOptional: boolean
  text: string
  /** Its own words are asked for: it is declared where the export is, and not in a structure of the wire. */
  mustBeTold: boolean
}

const longest = 160

/** Methods of an element that are there for the browser, and typed for its own events. */
const isCalledByBrowser = /Callback$|EventListener$/

/** What an interface, an object type or a class of ours holds. What React, the DOM or a library adds is left out. */
export const describeMembers = (
  program: ts.Program,
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  kind: ExportDocs['kind'],
): MemberDocs[] => {
  const [declaration] = symbol.declarations ?? []
  if (!declaration || (kind !== 'type' && kind !== 'class')) return []
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  if (type.isUnion() || ((type.flags & ts.TypeFlags.Object) === 0 && !type.isIntersection())) return []
  return type
    .getProperties()
    .filter((member) => !/^[_#]/.test(member.name) || member.name.startsWith('_id'))
    .filter((member) => isOurs(program, member) && !isCalledByBrowser.test(member.name))
    .map((member): MemberDocs => {
      const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0
      const text = writtenType(checker, member) ?? printedType(checker, member, declaration)
      return {
        name: member.name,
        type: text.length > longest ? '' : isOptional ? text.replace(/ \| undefined$/, '') : text,
        isOptional,
        text: docOf(checker, member).text,
        mustBeTold: mustBeTold(member),
      }
    })
    .toSorted((a, b) => Number(a.isOptional) - Number(b.isOptional))
}

const fileOf = (member: ts.Symbol): string | undefined => member.declarations?.[0]?.getSourceFile().fileName

const isOurs = (program: ts.Program, member: ts.Symbol) => {
  const file = fileOf(member)
  return file !== undefined && path.resolve(file).startsWith(path.join(program.getCurrentDirectory(), 'src'))
}

/** What React means by a name, and what the interface says of a structure of the wire, is not said again. */
const mustBeTold = (member: ts.Symbol) => {
  const file = fileOf(member) ?? ''
  const [declaration] = member.declarations ?? []
  const isDeclared =
    declaration !== undefined && (ts.isPropertySignature(declaration) || ts.isMethodSignature(declaration))
  return isDeclared && !['children', 'key', 'ref'].includes(member.name) && !/src\/contract\//.test(file)
}

/**
 * The type as its author wrote it, there or where it is read off (`InboxProps['theme']`). The compiler's own wording
 * changes its order with whatever else it has read.
 */
const writtenType = (checker: ts.TypeChecker, member: ts.Symbol): string | undefined => {
  const [declaration] = member.declarations ?? []
  const node = declaration && ts.isPropertySignature(declaration) ? declaration.type : undefined
  const text = node?.getText().replaceAll(/\s+/g, ' ')
  if (text === undefined || !text.includes("['")) return text
  const origin = originOf(checker, member)
  return origin && origin !== member ? writtenType(checker, origin) : undefined
}

const printedType = (checker: ts.TypeChecker, member: ts.Symbol, declaration: ts.Declaration): string =>
  checker
    .typeToString(checker.getTypeOfSymbolAtLocation(member, declaration), declaration, ts.TypeFormatFlags.NoTruncation)
    .replaceAll(/import\("[^"]+"\)\./g, '')
