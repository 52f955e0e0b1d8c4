import { markVerbs } from '../../contract/inbox/constants.ts'
import { list, oneOf, string } from '../../contract/inbox/guard.ts'
import type { InboxMessage } from '../../contract/inboxMessage.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import type { Mark } from '../log/feedIntent.ts'
import { type Flags, pickFlags } from '../model/mark.ts'
import { dropSuperseded } from './dropSuperseded.ts'
import type { IntentKind, Restoring } from './intentKind.ts'
import { type FlagsById, flagsBefore, marksBack } from './marksBack.ts'

/** The most messages in one mark request: as many as a page of the feed can have. */
export const maxMessages = 100

export const verbGuard = oneOf(markVerbs, 'must be a mark')

export const markKind: IntentKind<Mark, readonly InboxMessage[]> = {
  name: 'mark',
  subject: 'feed',
  fields: { ids: list(string), verb: verbGuard },
  join: (first, next) => {
    const ids = [...new Set([...first.ids, ...next.ids])]
    return next.verb === first.verb && ids.length <= maxMessages ? { ...first, ids } : undefined
  },
  request: (client, subscriberId, { ids, verb }, options) =>
    client.markAs(subscriberId, { messageId: [...ids], markAs: verb }, options),
  itemsIn: (messages, { ids }) => {
    const requested = new Set(ids)
    return messages.flatMap((message): [string, Flags][] =>
      message._id !== undefined && requested.has(message._id) ? [[message._id, pickFlags(message)]] : [],
    )
  },
  refresh: (refresh, _intent, isContested, items) => {
    if (isContested) refresh.everything()
    else refresh.refetchMissing(items)
  },
  undo: (inbox, { verb, ids }) => {
    const before = flagsBefore(inbox, verb, { ids })
    return () => restoreFlags(before, verb)
  },
  withoutSuperseded: dropSuperseded,
}

/** Splits messages into parts that fit into one request each. */
export const requestsOf = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / maxMessages) }, (_, part) =>
    ids.slice(part * maxMessages, (part + 1) * maxMessages),
  )

/** The marks that undo a mark. */
export const restoreFlags = (before: FlagsById, marked: MarkVerb): Restoring[] =>
  marksBack(before, marked).flatMap(({ verb, ids }) =>
    requestsOf(ids).map((some) => ({ kind: markKind, choice: { verb, ids: some } })),
  )
