import { htmlToText } from '../../content/htmlToText.ts'
import type { RichNode } from '../../content/parseRichText.ts'
import type { ContentFormat, ContentParser } from './ContentProvider.tsx'

/** Parses content. The page's error handlers get what a parser of the app throws; the content then is text. */
export const parseContent = (content: string, parse: ContentParser): readonly RichNode[] => {
  try {
    return parse(content)
  } catch (error) {
    reportError(error)
    return [content]
  }
}

const wordsOf = (node: RichNode): string => {
  if (typeof node === 'string') return node
  return node.kind === 'link' ? node.text : node.children.map(wordsOf).join('')
}

/** The words of a content, for places that show only text. */
export const plainContent = (content: string, format: ContentFormat): string => {
  if (format === 'text') return content
  return typeof format === 'object' ? htmlToText(content) : parseContent(content, format).map(wordsOf).join('')
}
