import { useState } from 'react'

/** The same array for as long as it holds the same ids: a mark changes an item, not the list's layout. */
export const useStableIds = (ids: readonly string[]): readonly string[] => {
  const [stable, setStable] = useState(ids)
  if (stable === ids) return stable
  if (stable.length === ids.length && stable.every((id, place) => id === ids[place])) return stable
  setStable(ids)
  return ids
}
