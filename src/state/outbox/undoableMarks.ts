import type { InboxClient } from '../../client/inboxClient.ts'
import { feedLimit } from '../../contract/inbox/constants.ts'
import type { InboxMessage } from '../../contract/inboxMessage.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import { cachedNotifications, type InboxCache } from '../cache/cachedPages.ts'
import { flagsOf } from '../marks/markedFlags.ts'
import type { MarkLog } from '../marks/markLog.ts'
import type { FeedFilter } from '../model/feedFilter.ts'
import type { InboxScope } from '../model/inboxKeys.ts'
import { type Flags, type Mark, predict } from '../model/mark.ts'
import { makeMark, type MarkedInbox } from './makeMark.ts'
import { maxMessages } from './outbox.ts'

/** Undoes a mark. Rejects if that failed. */
export type Undo = () => Promise<void>

/** The result of a hook that marks, in addition to TanStack's. */
export interface Undoable {
  /**
   * Restores the flags that the messages had before the mark. Undefined until a mark has succeeded, and after
   * `reset()`.
   */
  undo: Undo | undefined
}

/** The part of a store that makes these marks. */
interface UndoableInbox extends InboxCache, MarkedInbox {
  client: InboxClient
  scope: InboxScope
  log: MarkLog
  report: (error: unknown) => void
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

/** The messages that a mark can change. */
const changeable: Record<MarkVerb, FeedFilter> = {
  read: { read: false },
  unread: { read: true },
  seen: { seen: false },
  unseen: { seen: true },
}

/** The most requests for the affected messages of a mark-all. If there are more messages, the mark has no undo. */
const maxRequests = 10

/**
 * Fetches the messages that a mark-all is about to change, with their flags. The service's response is only a number,
 * so that without them the mark could not be undone.
 *
 * @returns undefined if there are too many.
 */
const fetchAffected = async (
  { client, scope }: UndoableInbox,
  verb: MarkVerb,
  feeds: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Map<string, Flags> | undefined> => {
  const affected = new Map<string, Flags>()
  let page: number | undefined
  for (let requests = 0; requests < maxRequests; requests += 1) {
    const request = { ...changeable[verb], limit: feedLimit.max, ...(page !== undefined && { page }) }
    const answer = await client.getFeed(scope.subscriberId, request, { signal })
    for (const { _id, _feedId, read, seen } of answer.data)
      if (feeds === undefined || feeds.includes(_feedId ?? '')) affected.set(_id, { read, seen })
    if (!answer.hasMore || answer.data.length === 0) return affected
    page = answer.page + 1
  }
  return undefined
}

/**
 * Marks any number of messages, in marks that fit into one request each. The mark shows at once. Rejects if it failed,
 * and the log then has it as failed.
 */
export const markMessages = async (
  inbox: MarkedInbox,
  verb: MarkVerb,
  ids: readonly string[],
  how?: Pick<Mark, 'isQuiet'>,
): Promise<InboxMessage[]> => {
  const requested = new Set(ids)
  // The client rejects an empty list.
  const parts = requested.size > 0 ? chunks([...requested], maxMessages) : [[]]
  const answers = await Promise.all(parts.map((some) => makeMark(inbox, verb, { kind: 'messages', ids: some }, how)))
  // A response may belong to several marks that shared a request.
  const messages = answers.flatMap((answer) => (answer.kind === 'messages' ? answer.messages : []))
  return messages.filter(({ _id }) => requested.has(_id ?? ''))
}

const createUndo =
  (inbox: UndoableInbox, before: FlagsById, verb: MarkVerb): Undo =>
  async () => {
    const marks = marksBack(before, verb).filter(({ ids }) => ids.length > 0)
    await Promise.all(marks.map((mark) => markMessages(inbox, mark.verb, mark.ids)))
  }

/**
 * Returns the function that undoes a mark that is about to be made: it restores the flags of the messages that are in
 * the cache.
 */
export const undoOf = (inbox: UndoableInbox, verb: MarkVerb, ids: readonly string[]): Undo => {
  const known = cachedNotifications(inbox, new Set(ids))
  const before = new Map([...known].map(([id, stamped]) => [id, flagsOf(stamped, inbox.log.getState())]))
  return createUndo(inbox, before, verb)
}

/**
 * Marks all messages, or those of some feeds. The mark shows at once. `undo` is undefined if `isUndoable` is false or
 * too many changed.
 */
export const markAll = async (
  inbox: UndoableInbox,
  verb: MarkVerb,
  feeds: readonly string[] | undefined,
  isUndoable: boolean,
): Promise<{ count: number; undo: Undo | undefined }> => {
  let affected: FlagsById | undefined
  const beforeSend = async (signal: AbortSignal) => {
    try {
      affected = await fetchAffected(inbox, verb, feeds, signal)
    } catch (error) {
      // It only costs the undo.
      affected = undefined
      if (!signal.aborted) inbox.report(error)
    }
  }
  const answer = await makeMark(inbox, verb, { kind: 'all', feeds }, isUndoable ? { beforeSend } : undefined)
  const count = answer.kind === 'messages' ? answer.messages.length : answer.count
  return { count, undo: affected && createUndo(inbox, affected, verb) }
}
