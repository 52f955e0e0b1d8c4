'use client'
import { type ReactNode, useContext, useMemo, useRef, useState } from 'react'
import { htmlToText } from '../../content/htmlToText.ts'
import type { RichNode } from '../../content/parseRichText.ts'
import { linkTarget } from '../../content/safeUrl.ts'
import { InboxContext } from '../../hooks/provider/InboxProvider.tsx'
import { type HrefOf, useHrefOf } from '../../hooks/provider/useHrefOf.ts'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { type ContentParser, type HtmlSanitizer, useContentFormat } from './ContentProvider.tsx'
import { readContent } from './plainContent.ts'

type Sanitized = string | TrustedHTML

/** Sanitizers whose failure was reported: one that fails usually fails for each row. */
const reported = new WeakSet<HtmlSanitizer>()

const isLater = (sanitized: ReturnType<HtmlSanitizer>): sanitized is Promise<Sanitized> =>
  typeof sanitized === 'object' && 'then' in sanitized

/**
 * Sanitizes HTML. The first failure of a sanitizer goes to the provider's `onError`; without a provider it is an
 * uncaught error of the browser page.
 * @returns undefined until the sanitizer returns, and after its failure.
 */
const useSanitizedHtml = (html: string, sanitize: HtmlSanitizer): Sanitized | undefined => {
  const [result, setResult] = useState<{ html: string; sanitize: HtmlSanitizer; sanitized: Sanitized }>()

  const store = useContext(InboxContext)?.store

  // A layout effect, so that a synchronous sanitizer never shows its HTML as text first.
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
      const sanitized = sanitize(html)
      if (isLater(sanitized)) sanitized.then(take, report)
      else take(sanitized)
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

/** The paths of links as the sanitizer returned them: the app may pass another `resolveHref`. */
const sanitizedPaths = new WeakMap<Element, string>()

const resolveLinks = (element: HTMLElement, hrefOf: HrefOf) => {
  for (const link of element.querySelectorAll('a')) {
    const path = sanitizedPaths.get(link) ?? link.getAttribute('href')
    // The app's sanitizer decides about all others.
    if (!path || !/^\/(?!\/)/.test(path)) continue
    sanitizedPaths.set(link, path)
    const href = hrefOf(path)
    if (href === undefined) link.removeAttribute('href')
    else Object.assign(link, linkTarget(href))
  }
}

/** Renders sanitized HTML. While there is none, on a server, and after a failure, renders its words as text. */
const HtmlText = ({ html, sanitize }: HtmlTextProps) => {
  const sanitized = useSanitizedHtml(html, sanitize)
  const hrefOf = useHrefOf()
  const ref = useRef<HTMLDivElement>(null)
  useBrowserLayoutEffect(() => {
    if (ref.current) resolveLinks(ref.current, hrefOf)
  }, [sanitized, hrefOf])
  if (sanitized === undefined) return <span>{htmlToText(html)}</span>
  return <div ref={ref} className="tidings-html" dir="auto" dangerouslySetInnerHTML={{ __html: sanitized }} />
}

/** Renders parsed content as elements, with links only to URLs that `safeUrl` accepts. No text becomes HTML. */
const createNodeRenderer = (hrefOf: HrefOf) => {
  // Nodes have no id and never move, so that the index is a stable key.
  const renderNode = (node: RichNode, index: number): ReactNode => {
    if (typeof node === 'string') return node
    switch (node.kind) {
      case 'bold':
        return <strong key={index}>{node.children.map(renderNode)}</strong>
      case 'italic':
        return <em key={index}>{node.children.map(renderNode)}</em>
      case 'link': {
        const href = hrefOf(node.href)
        if (href === undefined) return node.text
        return (
          <a key={index} className="tidings-content-link" {...linkTarget(href)}>
            {node.text}
          </a>
        )
      }
    }
  }
  return renderNode
}

const RichText = ({ text, parse }: { text: string; parse: ContentParser }) => {
  const hrefOf = useHrefOf()
  const nodes = useMemo(() => readContent(text, parse, createNodeRenderer(hrefOf)), [text, parse, hrefOf])
  // Another text replaces the element: a browser that translates the page has moved the texts in it.
  return <span key={text}>{nodes}</span>
}

interface ContentTextProps {
  /** The `content` of a notification. */
  text: string
}

/** Renders the content of a notification in the current format. It may contain block elements and links. */
export const ContentText = ({ text }: ContentTextProps) => {
  const format = useContentFormat()
  if (typeof format === 'object') return <HtmlText html={text} sanitize={format.html} />
  return format === 'text' ? text : <RichText text={text} parse={format} />
}
