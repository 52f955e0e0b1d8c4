import { markVerbs } from '../../contract/inbox/constants.ts'
import { list, oneOf, string } from '../../contract/inbox/guard.ts'
import type { InboxMessage } from '../../contract/inboxMessage.ts'
import type { Mark } from '../log/feedIntent.ts'
import { type Flags, predict } from '../model/mark.ts'
import { dropSuperseded } from './dropSuperseded.ts'
import type { IntentKind } from './intentKind.ts'
import { deliveriesIn, maxMessages } from './requestsOf.ts'
import { flagsBefore, restoreFlags } from './restoreFlags.ts'

export const verbGuard = oneOf(markVerbs, 'must be a mark')

export const markKind: IntentKind<Mark, readonly InboxMessage[]> = {
  name: 'mark',
  subject: 'feed',
  fields: { ids: list(string), verb: verbGuard },
  join: (first, next) => {
    const ids = [...new Set([...first.ids, ...next.ids])]
    return next.verb === first.verb && ids.length <= maxMessages ? { ...first, ids } : undefined
  },
  request: (client, subscriberId, intent, options) =>
    client.markAs(subscriberId, { messageId: [...intent.ids], markAs: intent.verb, ...deliveriesIn(intent) }, options),
  itemsIn: (messages, { ids }) => {
    const requested = new Set(ids)
    return messages.flatMap(({ _id, read, seen }): [string, Flags][] =>
      _id !== undefined && requested.has(_id) ? [[_id, { read, seen }]] : [],
    )
  },
  refresh: (refresh, intent, isContested, items) => {
    if (isContested) refresh.everything()
    else refresh.refetchMissing(items, intent)
  },
  undo: (inbox, { verb, ids }) => {
    const change = (flags: Flags) => predict(flags, verb)
    const before = flagsBefore(inbox, change, { ids })
    return () => restoreFlags(before, change)
  },
  withoutSuperseded: dropSuperseded,
}
