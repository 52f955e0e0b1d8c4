import type { QueryClient } from '@tanstack/react-query'
import type { InboxMessage } from '../../contract/inboxMessage.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import { knownNotifications } from '../cache/cachedNotifications.ts'
import { flagsOf } from '../marks/applyMarks.ts'
import type { MarkLog } from '../marks/markLog.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import { type Flags, type Mark, type MarkAnswer, type MarkTarget, predict } from '../model/mark.ts'
import { maxMessages } from './outbox.ts'

/** Takes a mark back. Rejects when that failed. */
export type Undo = () => Promise<void>

/** What a hook that marks gives besides TanStack's result. */
export interface Undoable {
  /** Gives what was marked the flags back that it had before. There once a mark has succeeded. */
  undo: Undo | undefined
}

/** Marks, with a way back. They show at once, and reject when they failed; then they stand in the log as failed. */
export interface UndoableMarks {
  /** Marks messages. `undo` gives each the flags back that it had before, as far as they were known. */
  markMessages(
    verb: MarkVerb,
    ids: readonly string[],
    how?: Pick<Mark, 'isQuiet'>,
  ): Promise<{ messages: InboxMessage[]; undo: Undo }>
  /**
   * Marks all, or all of some feeds. `undo` is there where it was asked for, and not too much was changed to be listed.
   */
  markAll(
    verb: MarkVerb,
    feeds: readonly string[] | undefined,
    isUndoable: boolean,
  ): Promise<{ count: number; undo: Undo | undefined }>
}

export interface UndoableMarksOptions {
  queryClient: QueryClient
  keys: InboxKeys
  log: MarkLog
  mark: (verb: MarkVerb, target: MarkTarget, how?: Pick<Mark, 'isUndoable' | 'isQuiet'>) => Promise<MarkAnswer>
}

type FlagsById = ReadonlyMap<string, Flags>

/**
 * The marks that lead from one state of some messages back to an earlier one: only what really differs is marked, so
 * that a message that was read before stays read. Read comes before seen, because marking as read marks as seen too.
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

export const createUndoableMarks = ({ queryClient, keys, log, mark }: UndoableMarksOptions): UndoableMarks => {
  /** Marks messages, however many, in requests of a size that every service takes. */
  const markEach = async (
    verb: MarkVerb,
    ids: readonly string[],
    how?: Pick<Mark, 'isQuiet'>,
  ): Promise<InboxMessage[]> => {
    const asked = new Set(ids)
    // None at all is for the client to refuse.
    const parts = asked.size > 0 ? chunks([...asked], maxMessages) : [[]]
    const answers = await Promise.all(parts.map((some) => mark(verb, { kind: 'messages', ids: some }, how)))
    // An answer may belong to several marks that travelled together.
    const messages = answers.flatMap((answer) => (answer.kind === 'messages' ? answer.messages : []))
    return messages.filter(({ _id }) => asked.has(_id ?? ''))
  }

  const markBack = async (before: FlagsById, after: FlagsById) => {
    const marks = marksBack(before, after).filter(({ ids }) => ids.length > 0)
    await Promise.all(marks.map(({ verb, ids }) => markEach(verb, ids)))
  }

  return {
    markMessages: async (verb, ids, how) => {
      const known = knownNotifications(queryClient, keys, new Set(ids))
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
