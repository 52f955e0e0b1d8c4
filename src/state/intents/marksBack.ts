import type { MarkVerb } from '../../contract/marks.ts'
import { cachedNotifications } from '../cache/cachedPages.ts'
import { flagsOf } from '../marks/markedFlags.ts'
import { flagBits, type Flags, ownFlag, predict } from '../model/mark.ts'
import type { ShownInbox } from './intentKind.ts'

export type FlagsById = ReadonlyMap<string, Flags>

/** The flags of those messages that a mark will change, as they show now. */
export const flagsBefore = (
  inbox: ShownInbox,
  verb: MarkVerb,
  { ids, feeds }: { ids?: readonly string[]; feeds?: readonly string[] | undefined },
): FlagsById => {
  const before = new Map<string, Flags>()
  for (const [id, stamped] of cachedNotifications(inbox, ids && new Set(ids))) {
    if (feeds && !feeds.includes(stamped.notification._feedId ?? '')) continue
    const flags = flagsOf(stamped, inbox.log.getState())
    if (flagBits(predict(flags, verb)) !== flagBits(flags)) before.set(id, flags)
  }
  return before
}

/**
 * The marks that undo a mark of some messages, given their flags before it. Only messages that differ are marked, so
 * that a message that was read before stays read.
 */
export const marksBack = (before: FlagsById, marked: MarkVerb): { verb: MarkVerb; ids: string[] }[] => {
  const now = new Map([...before].map(([id, flags]) => [id, predict(flags, marked)]))
  return (Object.keys(ownFlag) as MarkVerb[]).map((verb) => {
    const [flag, to] = ownFlag[verb]
    const differing = [...now].filter(([id, flags]) => before.get(id)?.[flag] === to && flags[flag] !== to)
    for (const [id, flags] of differing) now.set(id, predict(flags, verb))
    return { verb, ids: differing.map(([id]) => id) }
  })
}
