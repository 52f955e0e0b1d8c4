import ts from 'typescript'

/** The parts of a doc comment. */
export interface Doc {
  text: string
  params: { name: string; text: string }[]
  returns: string
  throws: string
}

/**
 * The doc comment of an export or a member. A symbol without one has that of its origin: of `channel` in
 * `z.output<typeof channel>`, or of the property in `InboxProps['theme']`.
 */
export const docOf = (checker: ts.TypeChecker, symbol: ts.Symbol): Doc => {
  const doc = ownDoc(checker, symbol)
  const origin = doc.text === '' ? originOf(checker, symbol) : undefined
  return origin && origin !== symbol ? { ...doc, text: docOf(checker, origin).text } : doc
}

const ownDoc = (checker: ts.TypeChecker, symbol: ts.Symbol): Doc => {
  const tags = symbol.getJsDocTags(checker)
  const tag = (name: string) =>
    tags
      .filter((candidate) => candidate.name === name)
      .map(({ text }) => ts.displayPartsToString(text))
      .join(' ')
  return {
    text: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
    params: tags
      .filter(({ name }) => name === 'param')
      .map(({ text = [] }) => ({
        name: text[0]?.text ?? '',
        text: ts.displayPartsToString(text.slice(1)).replace(/^\s*-?\s*/, ''),
      })),
    returns: tag('returns'),
    throws: tag('throws'),
  }
}

/**
 * The symbol that a type or a value is derived from: `channel` in `z.output<typeof channel>` or in `{ channel:
 * wire.channel }`.
 */
export const originOf = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol | undefined => {
  const [declaration] = symbol.declarations ?? []
  if (declaration && ts.isPropertyAssignment(declaration)) return originOfValue(checker, declaration)
  if (!declaration || !(ts.isTypeAliasDeclaration(declaration) || ts.isPropertySignature(declaration))) return undefined
  const found = declaration.type && firstOrigin(checker, declaration.type)
  return found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
}

/** The property that a value comes from, or else the property of the type that its object has to satisfy. */
const originOfValue = (checker: ts.TypeChecker, { parent, name, initializer }: ts.PropertyAssignment) =>
  ts.isPropertyAccessExpression(initializer)
    ? checker.getSymbolAtLocation(initializer.name)
    : checker.getContextualType(parent)?.getProperty(name.getText())

const firstOrigin = (checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined => {
  if (ts.isTypeQueryNode(node)) return checker.getSymbolAtLocation(node.exprName)
  if (
    ts.isIndexedAccessTypeNode(node) &&
    ts.isLiteralTypeNode(node.indexType) &&
    ts.isStringLiteral(node.indexType.literal)
  )
    return checker.getTypeFromTypeNode(node.objectType).getProperty(node.indexType.literal.text)
  return ts.forEachChild(node, (child) => firstOrigin(checker, child))
}
