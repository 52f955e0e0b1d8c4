'use client'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { RichNode } from '../../content/parseRichText.ts'

/**
 * Makes HTML safe to render: removes everything that runs or loads, and returns a string or TrustedHTML. It may return
 * a promise; until it resolves, the words of the HTML show as text. It runs only in browsers.
 */
export type HtmlSanitizer = (html: string) => string | TrustedHTML | Promise<string | TrustedHTML>

/**
 * Parses the content of a notification: `parseRichText` of `tidings/rich`, or your own function, for another syntax.
 * Define it outside your components. If it throws, the content shows as text.
 */
export type ContentParser = (content: string) => readonly RichNode[]

/**
 * How the `content` of notifications is rendered:
 * - "text": unchanged, with its line breaks. HTML and links are text.
 * - a parser: with bold and italic text and links. HTML is text.
 * - `{html}`: as HTML, after your sanitizer or `sanitizeHtml` of `tidings/html`.
 */
export type ContentFormat =
  | 'text'
  | ContentParser
  | {
      /** Sanitizes the content, which then is rendered as HTML. */
      html: HtmlSanitizer
    }

const ContentContext = createContext<ContentFormat>('text')

/** The content format of the nearest ContentProvider. Default "text". */
export const useContentFormat = (): ContentFormat => useContext(ContentContext)

export interface ContentProviderProps {
  /** The content format. Default: that of the provider around, else "text". */
  content?: ContentFormat | undefined
  /** The parts that use this format. */
  children?: ReactNode
}

/** Sets the content format of every notification inside it. */
export const ContentProvider = ({ content, children }: ContentProviderProps) => {
  const around = useContentFormat()
  const format = content ?? around
  const [html, other] = typeof format === 'object' ? [format.html, 'text' as const] : [undefined, format]
  // `{html}` is often written inline. A new object with the same sanitizer must not render every row again.
  const stable = useMemo((): ContentFormat => (html ? { html } : other), [html, other])
  return <ContentContext.Provider value={stable}>{children}</ContentContext.Provider>
}
