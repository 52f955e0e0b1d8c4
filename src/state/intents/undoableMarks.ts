import type { InboxMessage } from '../../contract/inboxMessage.ts'
import type { MarkedAll, MarkVerb } from '../../contract/marks.ts'
import { cachedNotifications, cachedPages, type InboxCache } from '../cache/cachedPages.ts'
import { type ActingInbox, makeIntent } from '../intents/makeIntent.ts'
import { markAllKind } from '../intents/markAllKind.ts'
import { markKind, maxMessages } from '../intents/markKind.ts'
import type { Intent } from '../log/intent.ts'
import type { IntentLog } from '../log/intentLog.ts'
import { flagsOf } from '../marks/markedFlags.ts'
import { type Flags, predict } from '../model/mark.ts'

/** Undoes a mark. Rejects if that failed. */
export interface Undo {
  (): Promise<void>
  /** The number of messages that it restores. It may be less than the mark changed. */
  readonly count: number
}

/** The result of a hook that marks, in addition to TanStack's. */
export interface Undoable {
  /**
   * Restores the flags that the messages had before the mark. Undefined until a mark has succeeded, and after
   * `reset()`.
   */
  undo: Undo | undefined
}

/** The part of a store that makes these marks. */
interface UndoableInbox extends InboxCache, ActingInbox {
  log: IntentLog
}

type FlagsById = ReadonlyMap<string, Flags>

/**
 * The marks that undo a mark of some messages, given their flags before it. Only messages that differ are marked, so
 * that a message that was read before stays read. "read" comes before "seen", because it sets both.
 */
const marksBack = (before: FlagsById, marked: MarkVerb) => {
  const now = new Map([...before].map(([id, flags]) => [id, predict(flags, marked)]))
  const mark = (verb: MarkVerb, flag: keyof Flags, to: boolean) => {
    const differing = [...now].filter(([id, flags]) => before.get(id)?.[flag] === to && flags[flag] !== to)
    for (const [id, flags] of differing) now.set(id, predict(flags, verb))
    return { verb, ids: differing.map(([id]) => id) }
  }
  return [
    mark('read', 'read', true),
    mark('unread', 'read', false),
    mark('seen', 'seen', true),
    mark('unseen', 'seen', false),
  ]
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size))

/**
 * Marks any number of messages, in marks that fit into one request each. The mark shows at once. Rejects if it failed,
 * and the log then has it as failed.
 */
export const markMessages = async (
  inbox: ActingInbox,
  verb: MarkVerb,
  ids: readonly string[],
  how?: Pick<Intent, 'isQuiet'>,
): Promise<InboxMessage[]> => {
  const requested = new Set(ids)
  // The client rejects an empty list.
  const parts = requested.size > 0 ? chunks([...requested], maxMessages) : [[]]
  const answers = await Promise.all(parts.map((some) => makeIntent(inbox, markKind, { verb, ids: some }, how)))
  // A response may belong to several marks that shared a request.
  return answers.flat().filter(({ _id }) => requested.has(_id ?? ''))
}

const createUndo = (inbox: UndoableInbox, before: FlagsById, verb: MarkVerb): Undo =>
  Object.assign(
    async () => {
      const marks = marksBack(before, verb).filter(({ ids }) => ids.length > 0)
      await Promise.all(marks.map((mark) => markMessages(inbox, mark.verb, mark.ids)))
    },
    { count: before.size },
  )

const flagsBefore = (
  inbox: UndoableInbox,
  verb: MarkVerb,
  { ids, feeds }: { ids?: ReadonlySet<string>; feeds?: readonly string[] | undefined },
): FlagsById => {
  const before = new Map<string, Flags>()
  for (const [id, stamped] of cachedNotifications(inbox, ids)) {
    if (feeds && !feeds.includes(stamped.notification._feedId ?? '')) continue
    const flags = flagsOf(stamped, inbox.log.getState())
    const { read, seen } = predict(flags, verb)
    if (read !== flags.read || seen !== flags.seen) before.set(id, flags)
  }
  return before
}

/**
 * Returns the undo of a mark that is about to be made. It restores the flags that the messages have in the cache now.
 */
export const undoOf = (inbox: UndoableInbox, verb: MarkVerb, ids: readonly string[]): Undo =>
  createUndo(inbox, flagsBefore(inbox, verb, { ids: new Set(ids) }), verb)

/** Whether the service returns the ids of the messages that a mark-all changes, according to the last page. */
const canReturnIds = (inbox: InboxCache) => {
  const [last] = cachedPages(inbox).sort((a, b) => b.requestedAt - a.requestedAt)
  return last?.offers?.returnIds === true
}

/**
 * `undo` restores the messages that the service names, or if it names none, those in the cache. It is undefined if
 * nothing can be restored.
 */
export const markAll = async (
  inbox: UndoableInbox,
  verb: MarkVerb,
  feeds: readonly string[] | undefined,
): Promise<{ count: number; undo: Undo | undefined }> => {
  const returnIds = canReturnIds(inbox)
  const known = returnIds ? undefined : flagsBefore(inbox, verb, { feeds })
  const changed = await makeIntent(inbox, markAllKind, { verb, feeds, ...(returnIds && { returnIds }) })
  const before = typeof changed === 'number' ? known : flagsIn(changed)
  return {
    count: typeof changed === 'number' ? changed : changed.count,
    undo: before && before.size > 0 ? createUndo(inbox, before, verb) : undefined,
  }
}

const flagsIn = ({ ids, readIds, seenIds }: MarkedAll): FlagsById => {
  const [read, seen] = [new Set(readIds), new Set(seenIds)]
  return new Map(ids.map((id) => [id, { read: read.has(id), seen: seen.has(id) }]))
}
