import { useState } from 'react'

const none: ReadonlySet<string> = new Set()

/** The ids that the latest change of a list has put above all that was there before. */
export const useArrivedIds = (ids: readonly string[]): ReadonlySet<string> => {
  const [latest, setLatest] = useState({ ids, arrived: none })
  if (latest.ids === ids) return latest.arrived
  const [first] = latest.ids
  const count = first === undefined ? 0 : ids.indexOf(first)
  const arrived = count > 0 ? new Set(ids.slice(0, count)) : none
  setLatest({ ids, arrived })
  return arrived
}
