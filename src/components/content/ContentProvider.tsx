'use client'
import { createContext, useContext, useMemo, type ReactNode } from 'react'

/**
 * Makes HTML safe to show: returns it without anything that runs or loads, as text or as TrustedHTML. It may need a moment
 * for its first answer; until then the words are shown as text. It runs in browsers only.
 */
export type HtmlSanitizer = (html: string) => string | TrustedHTML | Promise<string | TrustedHTML>

/**
 * How `content` of a notification (2.4) is read:
 * - "text": as it stands, with its line breaks. HTML and links are text.
 * - "rich": with `**bold**`, `*italic*`, `[links](https://example.com)` and bare addresses. HTML is text.
 * - `{html}`: as HTML, after that sanitiser has seen it: your own, or `sanitizeHtml` of `tidings/html`.
 */
export type ContentFormat = 'text' | 'rich' | { html: HtmlSanitizer }

const ContentContext = createContext<ContentFormat>('text')

/** The format in force here. Default "text". */
export const useContentFormat = (): ContentFormat => useContext(ContentContext)

export interface ContentProviderProps {
  /** Default: the one around, else "text". */
  content?: ContentFormat | undefined
  children?: ReactNode
}

/** Says how every notification inside it shows its content. */
export const ContentProvider = ({ content, children }: ContentProviderProps) => {
  const around = useContentFormat()
  const format = content ?? around
  const [html, plain] = typeof format === 'object' ? [format.html, 'text' as const] : [undefined, format]
  // `{html}` is often written inline: the same sanitiser must not draw every row again.
  const stable = useMemo((): ContentFormat => (html ? { html } : plain), [html, plain])
  return <ContentContext.Provider value={stable}>{children}</ContentContext.Provider>
}
