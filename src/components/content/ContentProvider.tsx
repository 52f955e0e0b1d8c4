'use client'
import { createContext, useContext, useMemo, type ReactNode } from 'react'

/**
 * Makes HTML safe to render: removes everything that runs or loads, and returns a string or TrustedHTML. It may return
 * a promise; until it resolves, the words of the HTML show as text. It runs only in browsers.
 */
export type HtmlSanitizer = (html: string) => string | TrustedHTML | Promise<string | TrustedHTML>

/**
 * How the `content` of notifications is rendered:
 * - "text": unchanged, with its line breaks. HTML and links are text.
 * - "rich": with `**bold**`, `*italic*`, `[links](https://example.com)` and bare URLs. HTML is text.
 * - `{html}`: as HTML, after your sanitizer or `sanitizeHtml` of `tidings/html`.
 */
export type ContentFormat =
  | 'text'
  | 'rich'
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
  const [html, plain] = typeof format === 'object' ? [format.html, 'text' as const] : [undefined, format]
  // `{html}` is often written inline. A new object with the same sanitizer must not render every row again.
  const stable = useMemo((): ContentFormat => (html ? { html } : plain), [html, plain])
  return <ContentContext.Provider value={stable}>{children}</ContentContext.Provider>
}
