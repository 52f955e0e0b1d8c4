'use client'
import { useMemo, type ReactNode } from 'react'
import { parseRichText, type RichNode } from '../state/parseRichText.ts'
import { linkTarget } from '../state/linkTarget.ts'

// Pieces have no id, and never move.
const draw = (node: RichNode, index: number): ReactNode => {
  if (typeof node === 'string') return node
  switch (node.kind) {
    case 'bold':
      return <strong key={index}>{node.children.map(draw)}</strong>
    case 'italic':
      return <em key={index}>{node.children.map(draw)}</em>
    case 'link':
      return (
        <a key={index} className="tidings-content-link" {...linkTarget(node.href)}>
          {node.text}
        </a>
      )
  }
}

export interface RichTextProps {
  /** Text with `**bold**`, `*italic*`, `[links](https://example.com)` and bare addresses. */
  text: string
}

/** Rich text as elements, by the rules of safeUrl. No text becomes HTML. */
export const RichText = ({ text }: RichTextProps) => useMemo(() => parseRichText(text).map(draw), [text])
