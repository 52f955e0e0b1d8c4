'use client'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { guardWhere, reportOnceTo } from '../../state/model/reportOnce.ts'

/** More renders in a row than user input explains, such as typing into a search field. */
const tooOften = 30

/**
 * Development: warns if `where` is a new function in each render, because then each render filters the whole list
 * again. The other fields of a filter are compared by value, so an app may write them inline.
 *
 * @param key the hash of the other fields.
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

/**
 * Returns the same object as long as the filter's values are equal. Apps write filters inline, anew in each render. A
 * `where` that throws for a notification leaves it out.
 */
export const useStableFilter = (filter: FeedFilter, report: (error: unknown) => void): FeedFilter => {
  const { where, ...rest } = filter
  const key = hashKey([rest])
  // oxlint-disable-next-line react/rules-of-hooks -- the condition is a constant in each build
  if (process.env.NODE_ENV !== 'production') useFilterCheck(key, where)
  return useMemo(
    () => (where ? { ...rest, where: guardWhere(where, reportOnceTo(report)) } : rest),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key covers every field except the function
    [key, where, report],
  )
}
