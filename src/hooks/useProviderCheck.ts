import { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { warnOnce } from '../client/errors/warnOnce.ts'

/** In the registry that all copies of the package share: how many providers of each copy are mounted. */
const registry = Symbol.for('tidings.copies')
const thisCopy = {}

const mountedCopies = (): Map<object, number> => {
  const page = globalThis as { [registry]?: Map<object, number> }
  return (page[registry] ??= new Map())
}

/** Development: warns of what a page has twice, and shares nothing of: TanStack Query, or tidings itself. */
export const useProviderCheck = (queryClient: QueryClient | undefined): void => {
  useEffect(() => {
    if (queryClient !== undefined && !(queryClient instanceof QueryClient))
      warnOnce(
        'TIDINGS_205',
        'the queryClient comes from another copy of TanStack Query than the one that tidings uses, so it may not work. ' +
          'Find both versions with npm ls @tanstack/react-query.',
      )
  }, [queryClient])

  useEffect(() => {
    const copies = mountedCopies()
    // Whichever copy comes second tells of it.
    if (!copies.has(thisCopy) && copies.size > 0)
      warnOnce(
        'TIDINGS_206',
        'two copies of tidings are on this page. They share no data, and each of them polls. Find both with npm ls tidings.',
      )
    copies.set(thisCopy, (copies.get(thisCopy) ?? 0) + 1)
    return () => {
      const left = (copies.get(thisCopy) ?? 1) - 1
      if (left > 0) copies.set(thisCopy, left)
      else copies.delete(thisCopy)
    }
  }, [])
}
