'use client'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'

/** More renders in a row than a reader's own doing (typing into a search, say) explains. */
const tooOften = 30

/**
 * Development: warns where `where` is another function in each render, so that every render goes through all that is loaded
 * again. What else a filter holds is compared by what it says, and may be written inline.
 * @param key what the rest of the filter says.
 */
const useFilterCheck = (key: string, where: FeedFilter['where']): void => {
  const latest = useRef({ key, where, changes: 0 })
  useEffect(() => {
    const { current: before } = latest
    const isNew = before.key === key && where !== undefined && before.where !== where
    latest.current = { key, where, changes: isNew ? before.changes + 1 : 0 }
    if (latest.current.changes === tooOften)
      warnOnce(
        'TIDINGS_204',
        "a filter's `where` is a new function in each render, so each render filters the whole list again. " +
          'Define it outside of the component, or wrap it in useCallback.',
      )
  })
}

/** The same object for as long as a filter says the same: hosts write filters inline, anew in each render. */
export const useStableFilter = (filter: FeedFilter): FeedFilter => {
  const { where, ...rest } = filter
  const key = hashKey([rest])
  // oxlint-disable-next-line react/rules-of-hooks -- a build has one of the two for good
  if (process.env.NODE_ENV !== 'production') useFilterCheck(key, where)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for all but the function
  return useMemo(() => filter, [key, where])
}
