import { htmlToText } from '../../content/htmlToText.ts'
import { parseRichText, type RichNode } from '../../content/parseRichText.ts'
import type { ContentFormat } from './ContentProvider.tsx'

const wordsOf = (node: RichNode): string => {
  if (typeof node === 'string') return node
  return node.kind === 'link' ? node.text : node.children.map(wordsOf).join('')
}

/** The words of a content, for places that show only text. */
export const plainContent = (content: string, format: ContentFormat): string => {
  if (format === 'text') return content
  return format === 'rich' ? parseRichText(content).map(wordsOf).join('') : htmlToText(content)
}
