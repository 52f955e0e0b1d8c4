import { useState, type RefObject } from 'react'
import { useBrowserLayoutEffect } from '../hooks/useLatest.ts'

/** What is known of an item before it is drawn. */
export interface ItemContents {
  isUnread: boolean
  /** Has its notification a text beside its title? */
  hasText: boolean
  /** Did the host arrange its pieces? It may have left some out, or have put a text where there was none. */
  isArranged: boolean
}

/**
 * By which of its pieces an article is named and described. Where the host arranged them without a NotificationTitle, the whole
 * row names it.
 */
export const useNamedBy = (
  article: RefObject<HTMLElement | null>,
  id: string,
  { isUnread, hasText, isArranged }: ItemContents,
) => {
  const [missesTitle, setMissesTitle] = useState(false)
  const [describes, setDescribes] = useState(hasText)

  useBrowserLayoutEffect(() => {
    if (!isArranged) return
    const has = (piece: string) => (article.current?.querySelector(`[id="${id}-${piece}"]`) ?? null) !== null
    setMissesTitle(!has('title'))
    setDescribes(has('content'))
  })

  const title = isUnread ? `${id}-unread ${id}-title` : `${id}-title`
  return {
    'aria-labelledby': isArranged && missesTitle ? `${id}-row` : title,
    'aria-describedby': (isArranged ? describes : hasText) ? `${id}-content` : undefined,
  }
}
