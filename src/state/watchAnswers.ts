import { matchQuery } from '@tanstack/react-query'
import type { InboxStore } from './inboxStore.ts'
import type { StampedPage } from './mergePages.ts'
import { stampedPages } from './stampedPages.ts'

/** Calls `listener` with the pages of each cache entry that was answered anew. Returns a stop. */
export const watchAnswers = (
  { queryClient, keys }: Pick<InboxStore, 'queryClient' | 'keys'>,
  listener: (pages: readonly StampedPage[]) => void,
): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (matchQuery({ queryKey: keys.all }, event.query)) listener(stampedPages(event.query.state.data))
  })
