import path from 'node:path'
import ts from 'typescript'
import { docOf } from './docOf.ts'
import type { Sources } from './openSources.ts'

/** React documents these. */
const reactProps = new Set(['children', 'key', 'ref'])

/** Methods of an element that the browser calls, and listeners of the browser's own events. */
export const isCalledByBrowser = (member: ts.Symbol): boolean => /Callback$|EventListener$/.test(member.name)

/**
 * Types of these packages are not followed. The types that are inferred from zod's schemas are exports with names, and
 * Kysely's type argument is the service's own tables.
 */
const opaque = /\/node_modules\/(zod|kysely)\//

/**
 * Makes the function that finds undocumented members in everything that an export reaches: fields and methods of
 * interfaces, classes and nested object types, of each member of a union, of types inferred from schemas, and of the
 * options and results of functions.
 * @returns each member once, as "InboxProps.labels (src/components/…)".
 */
export const createMemberCheck = ({ program, checker }: Sources): ((symbol: ts.Symbol) => string[]) => {
  const root = program.getCurrentDirectory()
  const source = path.join(root, 'src') + path.sep
  const seenTypes = new Set<ts.Type>()
  const seenMembers = new Set<ts.Declaration>()

  return (symbol) => {
    const [exported] = symbol.declarations ?? []
    if (!exported) return []
    const found: string[] = []

    const visitMember = (type: ts.Type, member: ts.Symbol, owner: string) => {
      const [declaration] = member.declarations ?? []
      const name = `${owner}.${member.name}`
      if (!declaration) {
        if (isComputed(type)) found.push(`${name} (computed)`)
        return
      }
      const file = path.resolve(fileOf(member))
      if (!file.startsWith(source) || isPrivate(declaration, member) || isCalledByBrowser(member)) return
      if (!seenMembers.has(declaration) && !reactProps.has(member.name) && docOf(checker, member).text === '')
        found.push(`${name} (${path.relative(root, file)})`)
      seenMembers.add(declaration)
      visit(checker.getTypeOfSymbolAtLocation(member, exported), name)
    }

    /** Whether a function computes the fields of a type from a list of names, so that no field can have a comment. */
    const isComputed = (type: ts.Type) =>
      isAnonymous(type) && type.aliasSymbol?.name !== 'Record' && !path.resolve(fileOf(type.symbol)).startsWith(source)

    const visit = (type: ts.Type, name: string) => {
      if (seenTypes.has(type)) return
      seenTypes.add(type)
      if (isNamed(type) && opaque.test(fileOf(type.symbol))) return
      for (const argument of type.aliasTypeArguments ?? []) visit(argument, name)
      if (type.isUnionOrIntersection()) for (const part of type.types) visit(part, name)
      if (!isObject(type)) return
      if (isReference(type)) for (const argument of checker.getTypeArguments(type)) visit(argument, name)
      for (const signature of type.getCallSignatures()) {
        for (const parameter of signature.getParameters())
          visit(checker.getTypeOfSymbolAtLocation(parameter, exported), `${name}(${nameOf(parameter)})`)
        visit(signature.getReturnType(), `${name}()`)
      }
      for (const member of checker.getPropertiesOfType(type)) visitMember(type, member, name)
    }

    const isType = (symbol.flags & ts.SymbolFlags.Type) !== 0
    visit(
      isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbolAtLocation(symbol, exported),
      symbol.name,
    )
    return found
  }
}

const isObject = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0

const isNamed = ({ symbol }: ts.Type): boolean =>
  symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0

const isAnonymous = ({ symbol }: ts.Type): boolean =>
  symbol !== undefined && (symbol.flags & ts.SymbolFlags.TypeLiteral) !== 0

const fileOf = (symbol: ts.Symbol): string => symbol.declarations?.[0]?.getSourceFile().fileName ?? ''

const isReference = (type: ts.Type): type is ts.TypeReference =>
  (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0

/** A destructured parameter has no name. */
const nameOf = ({ name }: ts.Symbol) => (name.startsWith('__') ? 'options' : name)

/** Private and protected members, `#names`, and keys that are symbols. */
const isPrivate = (declaration: ts.Declaration, { name }: ts.Symbol): boolean =>
  (ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0 ||
  /^(#|__[@#])/.test(name)
