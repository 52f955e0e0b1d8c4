'use client'
import { type ReactNode, useContext, useMemo, useState } from 'react'
import { htmlToText } from '../../content/htmlToText.ts'
import { parseRichText, type RichNode } from '../../content/parseRichText.ts'
import { linkTarget } from '../../content/safeUrl.ts'
import { InboxContext } from '../../hooks/provider/InboxProvider.tsx'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { type HtmlSanitizer, useContentFormat } from './ContentProvider.tsx'

type Sanitized = string | TrustedHTML

/** Sanitisers whose failure was told: one that fails fails for each row. */
const reported = new WeakSet<HtmlSanitizer>()

const isLater = (answer: ReturnType<HtmlSanitizer>): answer is Promise<Sanitized> =>
  typeof answer === 'object' && 'then' in answer

/**
 * What a sanitiser makes of some HTML.
 * @returns undefined until it has answered, and where it fails. The provider's `onError` is called with the first failure;
 * without a provider, it is an uncaught error of the page.
 */
const useSanitizedHtml = (html: string, sanitize: HtmlSanitizer): Sanitized | undefined => {
  const [result, setResult] = useState<{ html: string; sanitize: HtmlSanitizer; sanitized: Sanitized }>()

  const store = useContext(InboxContext)?.store

  // Before the browser paints: what can be answered at once never shows as text first.
  useBrowserLayoutEffect(() => {
    let isCurrent = true
    const take = (sanitized: Sanitized) => {
      if (isCurrent) setResult({ html, sanitize, sanitized })
    }
    const report = (error: unknown) => {
      if (reported.has(sanitize)) return
      reported.add(sanitize)
      if (store) store.report(error)
      else reportError(error)
    }
    try {
      const answer = sanitize(html)
      if (isLater(answer)) answer.then(take, report)
      else take(answer)
    } catch (error) {
      report(error)
    }
    return () => {
      isCurrent = false
    }
  }, [html, sanitize, store])

  return result?.html === html && result.sanitize === sanitize ? result.sanitized : undefined
}

interface HtmlTextProps {
  html: string
  sanitize: HtmlSanitizer
}

/** Sanitised HTML. Its words as text until there is any, on a server, and where the sanitiser fails. */
const HtmlText = ({ html, sanitize }: HtmlTextProps) => {
  const sanitized = useSanitizedHtml(html, sanitize)
  if (sanitized === undefined) return <bdi>{htmlToText(html)}</bdi>
  return <div className="tidings-html" dir="auto" dangerouslySetInnerHTML={{ __html: sanitized }} />
}

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

interface RichTextProps {
  /** Text with `**bold**`, `*italic*`, `[links](https://example.com)` and bare addresses. */
  text: string
}

/** Rich text as elements, by the rules of safeUrl. No text becomes HTML. */
const RichText = ({ text }: RichTextProps) => useMemo(() => parseRichText(text).map(draw), [text])

/** The content of a notification, in the format in force. It may hold blocks, and links of its own. */
export const ContentText = ({ text }: { text: string }) => {
  const format = useContentFormat()
  if (typeof format === 'object') return <HtmlText html={text} sanitize={format.html} />
  return <bdi>{format === 'rich' ? <RichText text={text} /> : text}</bdi>
}
