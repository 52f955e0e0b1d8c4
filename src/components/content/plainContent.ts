import { htmlToText } from '../../content/htmlToText.ts'
import type { RichNode } from '../../content/parseRichText.ts'
import type { ContentFormat, ContentParser } from './ContentProvider.tsx'

/** Parsers whose failure was reported: one that fails usually fails for each row. */
const reported = new WeakSet<ContentParser>()

/**
 * Reads each node of a parsed content. If a parser of the app throws, or returns no nodes, the content is text, and the
 * page's error handlers get the first error.
 */
export const readContent = <Result>(
  content: string,
  parse: ContentParser,
  read: (node: RichNode, index: number) => Result,
): Result[] => {
  try {
    return parse(content).map(read)
  } catch (error) {
    if (!reported.has(parse)) reportError(error)
    reported.add(parse)
    return [read(content, 0)]
  }
}

const wordsOf = (node: RichNode): string => {
  if (typeof node === 'string') return node
  return node.kind === 'link' ? node.text : node.children.map(wordsOf).join('')
}

/** The words of a content, for places that show only text. */
export const plainContent = (content: string, format: ContentFormat): string => {
  if (format === 'text') return content
  return typeof format === 'object' ? htmlToText(content) : readContent(content, format, wordsOf).join('')
}
