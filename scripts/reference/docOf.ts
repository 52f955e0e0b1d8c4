import ts from 'typescript'

/** A doc comment, taken apart. */
export interface Doc {
  text: string
  params: { name: string; text: string }[]
  returns: string
  throws: string
}

/**
 * The doc comment of an export or a member. A type that is read off something else (`z.output<typeof channel>`,
 * `InboxProps['theme']`) has that one's, if it has none of its own.
 */
export const docOf = (checker: ts.TypeChecker, symbol: ts.Symbol): Doc => {
  const doc = ownDoc(checker, symbol)
  const origin = doc.text === '' ? originOf(checker, symbol) : undefined
  return origin ? { ...doc, text: ownDoc(checker, origin).text } : doc
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

/** What a type is read off: `channel` of `z.output<typeof channel>`, the property of `InboxProps['theme']`. */
export const originOf = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol | undefined => {
  const [declaration] = symbol.declarations ?? []
  if (!declaration || !(ts.isTypeAliasDeclaration(declaration) || ts.isPropertySignature(declaration))) return undefined
  const found = declaration.type && firstOrigin(checker, declaration.type)
  return found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
}

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
