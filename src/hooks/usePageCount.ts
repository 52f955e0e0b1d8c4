import { useEffect, useState } from 'react'
import type { FeedFilter } from '../state/feedFilter.ts'
import { useInbox } from './InboxProvider.tsx'
import type { PageCount } from './pageCount.ts'
import { useCount } from './useCount.ts'

const unseen: FeedFilter = { seen: false }

/** Adds an inbox's count to a number of the page, for as long as it is rendered. Keep `look` stable between renders. */
export const usePageCount = <Look>(pageCount: PageCount<Look>, look: Look, filter: FeedFilter = unseen): void => {
  const { store } = useInbox()
  const { count = 0 } = useCount(filter)
  const [key] = useState(() => ({}))
  const inbox = store.keys.all.join(' ')
  useEffect(() => pageCount.set(key, { inbox, count, look }), [pageCount, key, inbox, count, look])
  // Not with each new number: the title would lose it for a moment.
  useEffect(() => () => pageCount.remove(key), [pageCount, key])
}
