import { useId, useState } from 'react'
import { useHydrated } from './useHydrated.ts'

/** Differs in each copy of this package, such as those of two micro-frontends. */
const copy = Math.random().toString(36).slice(2, 8)
let last = 0

/**
 * An id that is unique in the document. `useId` repeats its ids in each copy of React, and in each root that hydrates
 * the HTML of a server without an `identifierPrefix`, such as an island.
 */
export const useUniqueId = (): string => {
  const hydratedId = useId()
  const [id] = useState(() => `tidings-${copy}-${++last}`)
  return useHydrated() ? id : hydratedId
}
