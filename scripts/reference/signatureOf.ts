import ts from 'typescript'
import type { ExportKind } from './exportKind.ts'

/** The most characters of a signature. A longer one is unreadable: a schema's type repeats its whole structure. */
const longest = 600

const format = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.WriteArrowStyleSignature

/** The TypeScript of an export, or undefined if it is too long, or if the members or the comment say the same. */
export const signatureOf = (checker: ts.TypeChecker, symbol: ts.Symbol, kind: ExportKind): string | undefined => {
  const text = write(checker, symbol, kind)?.replaceAll(/import\("[^"]+"\)\./g, '')
  return text !== undefined && withoutComments(text).length <= longest ? text : undefined
}

const write = (checker: ts.TypeChecker, symbol: ts.Symbol, kind: ExportKind): string | undefined => {
  const [declaration] = symbol.declarations ?? []
  if (!declaration || kind === 'component' || kind === 'class') return undefined
  if (kind === 'type') return ts.isTypeAliasDeclaration(declaration) ? writeAlias(declaration) : headOf(declaration)
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration)
  if (kind === 'value') return `const ${symbol.name}: ${checker.typeToString(type, declaration, format)}`
  return type
    .getCallSignatures()
    .map(
      (signature) =>
        `${symbol.name}${checker.signatureToString(signature, declaration, ts.TypeFormatFlags.NoTruncation)}`,
    )
    .join('\n')
}

const withoutComments = (text: string) => text.replaceAll(/^ *\/\*\*.*?\*\/\n/gms, '')

/** A union has no table of members, so its signature contains their comments. */
const writeAlias = (declaration: ts.TypeAliasDeclaration): string =>
  ts
    .createPrinter({ removeComments: !ts.isUnionTypeNode(declaration.type) })
    .printNode(ts.EmitHint.Unspecified, declaration, declaration.getSourceFile())
    .replace(/^\/\*\*.*?\*\/\n/s, '')
    .replace(/^export /, '')
    .replace(/;$/, '')

/** The heritage of an interface. Its own members are in a table. */
const headOf = (declaration: ts.Declaration): string | undefined => {
  if (!ts.isInterfaceDeclaration(declaration) || !declaration.heritageClauses) return undefined
  const heritage = declaration.heritageClauses
    .map((clause) => clause.getText().replaceAll(/\s+/g, ' ').replaceAll('< ', '<').replaceAll(' >', '>'))
    .join(' ')
  const parameters = declaration.typeParameters?.map((parameter) => parameter.getText()).join(', ')
  return `interface ${declaration.name.text}${parameters ? `<${parameters}>` : ''} ${heritage}`
}
