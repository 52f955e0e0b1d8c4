import path from 'node:path'
import ts from 'typescript'
import type { ExportDocs } from './describeEntry.ts'
import { docOf, originOf } from './docOf.ts'
import { isCalledByBrowser } from './undocumentedMembers.ts'

/** A property or method, as a row of a table. */
export interface MemberDocs {
  name: string
  type: string
  isOptional: boolean
  /** Its doc comment. */
  text: string
}

const longest = 160

/**
 * The members of an interface, an object type or a class of tidings, without those that React, the DOM or a library
 * adds.
 */
export const describeMembers = (
  program: ts.Program,
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  kind: ExportDocs['kind'],
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
      const text = writtenType(checker, member) ?? printedType(checker, member, declaration)
      return {
        name: member.name,
        type: text.length > longest ? '' : isOptional ? text.replace(/ \| undefined$/, '') : text,
        isOptional,
        text: docOf(checker, member).text,
      }
    })
    .toSorted((a, b) => Number(a.isOptional) - Number(b.isOptional))
}

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
