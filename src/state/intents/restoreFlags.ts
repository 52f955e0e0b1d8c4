import type { MarkVerb } from '../../contract/marks.ts'
import { cachedNotifications } from '../cache/cachedPages.ts'
import { flagsOf } from '../marks/markedFlags.ts'
import { type Flags, isSameFlags, ownFlag, predict, type Verb } from '../model/mark.ts'
import type { Restoring, ShownInbox } from './intentKind.ts'
import { maxMessages, maxMoved, requestsOf } from './requestsOf.ts'

export type FlagsById = ReadonlyMap<string, Flags>

/** What an intent does with the flags of a message. */
type Change = (flags: Flags) => Flags

/** The flags of those messages that an intent will change, as they show now. */
export const flagsBefore = (
  inbox: ShownInbox,
  change: Change,
  { ids, feeds }: { ids?: readonly string[]; feeds?: readonly string[] | undefined } = {},
): FlagsById => {
  const before = new Map<string, Flags>()
  for (const [id, stamped] of cachedNotifications(inbox, ids && new Set(ids))) {
    if (feeds && !feeds.includes(stamped.notification._feedId ?? '')) continue
    const flags = flagsOf(stamped, inbox.log.getState())
    if (!isSameFlags(change(flags), flags)) before.set(id, flags)
  }
  return before
}

/**
 * The intents that undo one, given the flags before it. Only messages that differ are changed, so that one that was
 * read before stays read.
 */
export const restoreFlags = (before: FlagsById, change: Change): Restoring[] => {
  const now = new Map([...before].map(([id, flags]) => [id, change(flags)]))
  const steps: Restoring[] = []
  const add = (kind: Restoring['kind'], verb: Verb, applies: (was: Flags, is: Flags) => boolean, until?: string) => {
    const ids = [...before].flatMap(([id, was]) => (applies(was, now.get(id) ?? was) ? id : []))
    for (const id of ids) now.set(id, predict(now.get(id) as Flags, verb, until))
    for (const some of requestsOf(ids, kind === 'mark' ? maxMessages : maxMoved))
      steps.push({ kind, choice: { verb, ids: some, ...(until !== undefined && { snoozeUntil: until }) } })
  }
  // First where they were: an archived one becomes read.
  add('triage', 'unarchive', (was, is) => is.archived === true && was.archived !== true)
  add('triage', 'unsnooze', (was, is) => Boolean(is.snoozedUntil) && !was.snoozedUntil)
  add('triage', 'archive', (was, is) => is.archived !== true && was.archived === true)
  for (const until of new Set([...before.values()].map(({ snoozedUntil }) => snoozedUntil)))
    if (until) add('triage', 'snooze', (was, is) => was.snoozedUntil === until && is.snoozedUntil !== until, until)
  for (const verb of Object.keys(ownFlag) as MarkVerb[]) {
    const [flag, to] = ownFlag[verb]
    add('mark', verb, (was, is) => was[flag] === to && is[flag] !== to)
  }
  return steps
}
