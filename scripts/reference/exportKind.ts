import ts from 'typescript'

/** The heading of the page that an export is below. */
export type ExportKind = 'component' | 'hook' | 'function' | 'class' | 'value' | 'type'

export const kindOf = (checker: ts.TypeChecker, symbol: ts.Symbol): ExportKind => {
  if (symbol.flags & ts.SymbolFlags.Class) return 'class'
  const { valueDeclaration } = symbol
  if (!valueDeclaration) return 'type'
  const isCallable = checker.getTypeOfSymbolAtLocation(symbol, valueDeclaration).getCallSignatures().length > 0
  const { fileName } = valueDeclaration.getSourceFile()
  // They are neither functions nor classes that an app calls.
  if (/(^|\/)src\/(vue|svelte)\//.test(fileName)) return 'component'
  const isFromTsx = fileName.endsWith('.tsx')
  if (
    /^[A-Z]/.test(symbol.name) &&
    (isCallable || symbol.name.endsWith('Provider')) &&
    (isFromTsx || symbol.name.endsWith('Provider'))
  )
    return 'component'
  if (!isCallable) return 'value'
  return /^use[A-Z]/.test(symbol.name) ? 'hook' : 'function'
}
