'use client'
import { useContentFormat } from './ContentProvider.tsx'
import { HtmlText } from './HtmlText.tsx'
import { RichText } from './RichText.tsx'

/** The content of a notification, in the format in force. It may hold blocks, and links of its own. */
export const ContentText = ({ text }: { text: string }) => {
  const format = useContentFormat()
  if (typeof format === 'object') return <HtmlText html={text} sanitize={format.html} />
  return <bdi>{format === 'rich' ? <RichText text={text} /> : text}</bdi>
}
