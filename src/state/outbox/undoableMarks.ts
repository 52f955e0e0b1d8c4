import type { InboxMessage } from '../../contract/inboxMessage.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import { cachedNotifications, type InboxCache } from '../cache/cachedPages.ts'
import { flagsOf } from '../marks/applyMarks.ts'
import type { MarkLog } from '../marks/markLog.ts'
import { type Flags, type Mark, type MarkAnswer, type MarkTarget, predict } from '../model/mark.ts'
import { maxMessages } from './outbox.ts'

/** Undoes a mark. Rejects if that failed. */
export type Undo = () => Promise<void>

/** The result of a hook that marks, in addition to TanStack's. */
export interface Undoable {
  /** Restores the flags that the messages had before the mark. Undefined until a mark has succeeded. */
  undo: Undo | undefined
}

/** Marks that can be undone. They show at once. They reject if they failed, and the log then has them as failed. */
export interface UndoableMarks {
  /** Marks messages. `undo` restores the flags of those that were in the cache. */
  markMessages(
    verb: MarkVerb,
    ids: readonly string[],
    how?: Pick<Mark, 'isQuiet'>,
  ): Promise<{ messages: InboxMessage[]; undo: Undo }>
  /** Marks all messages, or those of some feeds. `undo` is undefined if `isUndoable` is false or too many changed. */
  markAll(
    verb: MarkVerb,
    feeds: readonly string[] | undefined,
    isUndoable: boolean,
  ): Promise<{ count: number; undo: Undo | undefined }>
}

export interface UndoableMarksOptions {
  cache: InboxCache
  log: MarkLog
  mark: (verb: MarkVerb, target: MarkTarget, how?: Pick<Mark, 'isUndoable' | 'isQuiet'>) => Promise<MarkAnswer>
}

type FlagsById = ReadonlyMap<string, Flags>

/**
 * The marks that restore an earlier state of some messages. Only messages that differ are marked, so that a message
 * that was read before stays read. "read" comes before "seen", because it sets both.
 */
const marksBack = (before: FlagsById, after: FlagsById) => {
  const now = new Map(after)
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

export const createUndoableMarks = ({ cache, log, mark }: UndoableMarksOptions): UndoableMarks => {
  /** Marks any number of messages, in marks that fit into one request each. */
  const markEach = async (
    verb: MarkVerb,
    ids: readonly string[],
    how?: Pick<Mark, 'isQuiet'>,
  ): Promise<InboxMessage[]> => {
    const requested = new Set(ids)
    // The client rejects an empty list.
    const parts = requested.size > 0 ? chunks([...requested], maxMessages) : [[]]
    const answers = await Promise.all(parts.map((some) => mark(verb, { kind: 'messages', ids: some }, how)))
    // A response may belong to several marks that shared a request.
    const messages = answers.flatMap((answer) => (answer.kind === 'messages' ? answer.messages : []))
    return messages.filter(({ _id }) => requested.has(_id ?? ''))
  }

  const markBack = async (before: FlagsById, after: FlagsById) => {
    const marks = marksBack(before, after).filter(({ ids }) => ids.length > 0)
    await Promise.all(marks.map(({ verb, ids }) => markEach(verb, ids)))
  }

  return {
    markMessages: async (verb, ids, how) => {
      const known = cachedNotifications(cache, new Set(ids))
      const before = new Map([...known].map(([id, stamped]) => [id, flagsOf(stamped, log.getState())]))
      const messages = await markEach(verb, ids, how)
      const after = new Map(messages.map(({ _id, read, seen }) => [_id ?? '', { read, seen }]))
      return { messages, undo: () => markBack(before, after) }
    },
    markAll: async (verb, feeds, isUndoable) => {
      const answer = await mark(verb, { kind: 'all', feeds }, { isUndoable })
      if (answer.kind === 'messages') return { count: answer.messages.length, undo: undefined }
      const { count, affected } = answer
      const after = new Map([...(affected ?? [])].map(([id, flags]) => [id, predict(flags, verb)]))
      return { count, undo: affected && (() => markBack(affected, after)) }
    },
  }
}
