import { useEffect } from 'react'
import { warnOnce } from '../client/errors/warnOnce.ts'

/** In the registry that all copies of the package share: how many providers of each copy are mounted. */
const registry = Symbol.for('tidings.copies')
const thisCopy = {}

const mountedCopies = (): Map<object, number> => {
  const page = globalThis as { [registry]?: Map<object, number> }
  return (page[registry] ??= new Map())
}

/** Development: warns of two copies of tidings on a page, which share nothing. */
export const useProviderCheck = (): void => {
  useEffect(() => {
    const copies = mountedCopies()
    // Whichever copy comes second tells of it.
    if (!copies.has(thisCopy) && copies.size > 0)
      warnOnce(
        'TIDINGS_206',
        'two copies of tidings are on this page. They share no inbox, and each polls. Look for them: npm ls tidings.',
      )
    copies.set(thisCopy, (copies.get(thisCopy) ?? 0) + 1)
    return () => {
      const left = (copies.get(thisCopy) ?? 1) - 1
      if (left > 0) copies.set(thisCopy, left)
      else copies.delete(thisCopy)
    }
  }, [])
}
