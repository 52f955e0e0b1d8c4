import { matchQuery, type QueryClient } from '@tanstack/react-query'
import type { InboxKeys } from '../model/inboxKeys.ts'
import { type StampedPage, stampedPages } from '../model/stampedPage.ts'

/** Calls `listener` with the pages of each cache entry that was answered anew. Returns a stop. */
export const watchAnswers = (
  { queryClient, keys }: { queryClient: QueryClient; keys: InboxKeys },
  listener: (pages: readonly StampedPage[]) => void,
): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (matchQuery({ queryKey: keys.all }, event.query)) listener(stampedPages(event.query.state.data))
  })
