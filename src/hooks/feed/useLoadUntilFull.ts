'use client'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

type Loading = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  'data' | 'fetchNextPage' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isError'
>

/**
 * Loads on where the page chooses among what it loads: a page of a hundred may hold one notification that belongs, or
 * none, and a reader who asks for more expects more.
 *
 * @param feed the loaded pages.
 * @param isSifted whether the page chooses; if not, each page shows as it comes.
 * @param list name of the list: another one begins anew.
 * @param shown how many of the loaded notifications belong.
 * @param step how many to load on for, each time.
 */
export const useLoadUntilFull = <Feed extends Loading>(
  { fetchNextPage: fetchOne, hasNextPage, isFetching, isFetchingNextPage, isError, data }: Feed,
  isSifted: boolean,
  list: string,
  shown: number,
  step: number,
): Pick<Feed, 'fetchNextPage' | 'isFetchingNextPage'> => {
  const [asked, setAsked] = useState({ list, goal: step })
  const goal = asked.list === list ? asked.goal : step
  const isShort = isSifted && hasNextPage && !isError && shown < goal

  const loaded = data?.pages.length
  useEffect(() => {
    // A failure stands in the feed's own error, and stops the filling.
    if (isShort && !isFetching) void fetchOne()
  }, [isShort, isFetching, loaded, fetchOne])

  const fetchNextPage = useCallback<Feed['fetchNextPage']>(
    (options) => {
      setAsked({ list, goal: shown + step })
      return fetchOne(options)
    },
    [fetchOne, list, shown, step],
  )
  return { fetchNextPage, isFetchingNextPage: isFetchingNextPage || isShort }
}
