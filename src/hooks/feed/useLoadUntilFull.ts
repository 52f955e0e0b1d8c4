'use client'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

/** The fields of TanStack's result that loading needs. */
type Loading = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  'data' | 'fetchNextPage' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isError'
>

/**
 * Loads feed pages until enough notifications match a filter that the browser applies. A feed page of a hundred may
 * have one match or none, and a user who loads more expects to see more.
 *
 * @param feed the loaded feed pages, and how to load the next one.
 * @param isFiltered whether the browser filters. If not, each feed page shows in full, and none is loaded by itself.
 * @param list names the list. Another list starts over.
 * @param shown the number of loaded notifications that match.
 * @param step the number of further matches to load each time.
 */
export const useLoadUntilFull = <Feed extends Loading>(
  { fetchNextPage: fetchOne, hasNextPage, isFetching, isFetchingNextPage, isError, data }: Feed,
  isFiltered: boolean,
  list: string,
  shown: number,
  step: number,
): Pick<Feed, 'fetchNextPage' | 'isFetchingNextPage'> => {
  const [requested, setRequested] = useState({ list, goal: step })
  const goal = requested.list === list ? requested.goal : step
  const isShort = isFiltered && hasNextPage && !isError && shown < goal

  const loaded = data?.pages.length
  useEffect(() => {
    // A failure is in the feed's result, and `isError` ends the loading.
    if (isShort && !isFetching) void fetchOne()
  }, [isShort, isFetching, loaded, fetchOne])

  const fetchNextPage = useCallback<Feed['fetchNextPage']>(
    (options) => {
      setRequested({ list, goal: shown + step })
      return fetchOne(options)
    },
    [fetchOne, list, shown, step],
  )
  return { fetchNextPage, isFetchingNextPage: isFetchingNextPage || isShort }
}
