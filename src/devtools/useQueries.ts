import { matchQuery, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { InboxKeys } from '../state/inboxKeys.ts'

/** The queries of an inbox in TanStack's cache, as they are now. */
export const useQueries = (queryClient: QueryClient, keys: InboxKeys): readonly Query[] => {
  const [queries, setQueries] = useState<readonly Query[]>([])
  useEffect(() => {
    const cache = queryClient.getQueryCache()
    let isGone = false
    const read = () => {
      if (!isGone) setQueries(cache.findAll({ queryKey: keys.all }))
    }
    read()
    // In a turn of its own: the cache tells of queries while components render.
    const stop = cache.subscribe(({ query }) => {
      if (matchQuery({ queryKey: keys.all }, query)) queueMicrotask(read)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [queryClient, keys])
  return queries
}
