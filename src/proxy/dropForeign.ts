/**
 * Leaves out what names another subscriber. A service may answer a mark with any message whose id it was given,
 * whoever that belongs to; the subscriber is on it where the service fills it in.
 * @param report is told how many were left out, if any.
 */
export const dropForeign = <Entry extends object>(
  entries: readonly Entry[],
  subscriberId: string,
  report: (count: number) => void,
): Entry[] => {
  const own = entries.filter((entry) => [undefined, subscriberId].includes(ownerOf(entry)))
  if (own.length < entries.length) report(entries.length - own.length)
  return own
}

const ownerOf = (entry: object): string | undefined => {
  const subscriber: unknown = 'subscriber' in entry ? entry.subscriber : undefined
  if (typeof subscriber !== 'object' || subscriber === null || !('subscriberId' in subscriber)) return undefined
  return String(subscriber.subscriberId)
}
