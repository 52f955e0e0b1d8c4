import type { MarkedAll, MarkVerb } from './marks.ts'

/**
 * The flags that each mark sets. By the letter of docs/interface.md, each mark sets one flag. Here `read` sets the seen
 * flag too, which the interface does not forbid: the badge would count a message that is read but unseen, although its
 * user is done with it.
 */
export const flagChanges: Record<MarkVerb, { read?: boolean; seen?: boolean }> = {
  read: { read: true, seen: true },
  unread: { read: false },
  seen: { seen: true },
  unseen: { seen: false },
}

/**
 * The response of `markAll` to a body with `returnIds`.
 * @param newest the newest messages that changed, with the flags that they had before.
 */
export const markedAllOf = (
  count: number,
  newest: readonly { _id: string; read: boolean; seen: boolean }[],
): MarkedAll => {
  const idsOf = (some: typeof newest) => some.map(({ _id }) => _id)
  return {
    count,
    ids: idsOf(newest),
    readIds: idsOf(newest.filter(({ read }) => read)),
    seenIds: idsOf(newest.filter(({ seen }) => seen)),
  }
}

/**
 * A string may contain several ids, joined by commas. Repeated ids count once.
 * @returns undefined for a value that is neither a string nor a list of strings.
 */
export const messageIdsOf = (messageId: unknown): string[] | undefined => {
  const texts: unknown[] = [messageId].flat()
  if (!texts.every((text) => typeof text === 'string')) return undefined
  const ids = texts.flatMap((text) => text.split(',')).map((id) => id.trim())
  return [...new Set(ids)].filter((id) => id !== '')
}
