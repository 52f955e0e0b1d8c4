import type { InboxMessage } from '../../contract/inboxMessage.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import { lastOffers } from '../cache/cachedPages.ts'
import type { Intent } from '../log/intent.ts'
import type { ShownInbox } from './intentKind.ts'
import { type ActingInbox, makeIntent } from './makeIntent.ts'
import { markAllKind } from './markAllKind.ts'
import { markKind } from './markKind.ts'
import { maxMessages, requestsOf } from './requestsOf.ts'
import { type Undo, undoOf } from './undo.ts'

/**
 * Marks any number of messages, in marks that fit into one request each. The mark shows at once. Rejects if it failed,
 * and the log then has it as failed.
 */
export const markMessages = async (
  inbox: ActingInbox,
  verb: MarkVerb,
  ids: readonly string[],
  how?: Pick<Intent, 'isQuiet' | 'madeOn'>,
): Promise<InboxMessage[]> => {
  const requested = new Set(ids)
  // The client rejects an empty list.
  const parts = requested.size > 0 ? requestsOf([...requested], maxMessages) : [[]]
  const responses = await Promise.all(parts.map((some) => makeIntent(inbox, markKind, { verb, ids: some }, how)))
  // A response may belong to several marks that shared a request.
  return responses.flat().filter(({ _id }) => requested.has(_id ?? ''))
}

/** Marks all messages, or all of some feeds. `undo` is undefined if nothing can be restored. */
export const markAll = async (
  inbox: ShownInbox & ActingInbox,
  verb: MarkVerb,
  feeds: readonly string[] | undefined,
): Promise<{ count: number; undo: Undo | undefined }> => {
  const choice = { verb, feeds, ...(lastOffers(inbox)?.returnIds && { returnIds: true }) }
  const undoAfter = undoOf(inbox, markAllKind, choice)
  const changed = await makeIntent(inbox, markAllKind, choice)
  const undo = undoAfter(changed)
  return {
    count: typeof changed === 'number' ? changed : changed.count,
    undo: undo.count > 0 ? undo : undefined,
  }
}
