'use client'

import { hashKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FeedFilter } from '../state/feedFilter.ts'
import { useFilterCheck } from './useFilterCheck.ts'

/** The same object for as long as a filter says the same: hosts write filters inline, anew in each render. */
export const useStableFilter = (filter: FeedFilter): FeedFilter => {
  const { where, ...rest } = filter
  const key = hashKey([rest])
  // oxlint-disable-next-line react/rules-of-hooks -- a build has one of the two for good
  if (process.env.NODE_ENV !== 'production') useFilterCheck(key, where)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for all but the function
  return useMemo(() => filter, [key, where])
}
