import type { MarkVerb } from './marks.ts'

/**
 * The flags that each mark sets (part 3). The interface's table moves one flag by each mark; reading moves "seen"
 * too, since whoever read a message has seen it: a message that is read but new would make the bell count
 * something that its reader is done with. The table speaks of the read flag there, and does not forbid it.
 */
export const flagChanges: Record<MarkVerb, { read?: boolean; seen?: boolean }> = {
  read: { read: true, seen: true },
  unread: { read: false },
  seen: { seen: true },
  unseen: { seen: false },
}

/**
 * The ids in the `messageId` of a mark (4.6): one text may hold several, joined by commas, and a repeated one counts once.
 * Undefined for what is neither text nor a list of texts.
 */
export const messageIdsOf = (messageId: unknown): string[] | undefined => {
  const texts: unknown[] = [messageId].flat()
  if (!texts.every((text) => typeof text === 'string')) return undefined
  const ids = texts.flatMap((text) => text.split(',')).map((id) => id.trim())
  return [...new Set(ids)].filter((id) => id !== '')
}
