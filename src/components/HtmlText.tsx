'use client'
import { htmlToText } from '../state/htmlToText.ts'
import type { HtmlSanitizer } from './ContentProvider.tsx'
import { useSanitizedHtml } from './useSanitizedHtml.ts'

export interface HtmlTextProps {
  html: string
  sanitize: HtmlSanitizer
}

/** Sanitised HTML. Its words as text until there is any, on a server, and where the sanitiser fails. */
export const HtmlText = ({ html, sanitize }: HtmlTextProps) => {
  const sanitized = useSanitizedHtml(html, sanitize)
  if (sanitized === undefined) return <bdi>{htmlToText(html)}</bdi>
  return <div className="tidings-html" dir="auto" dangerouslySetInnerHTML={{ __html: sanitized }} />
}
