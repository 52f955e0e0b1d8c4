import { boolean, list, optional, string } from '../../contract/inbox/guard.ts'
import type { MarkAllAnswer, MarkAllBody } from '../../contract/marks.ts'
import type { MarkAll } from '../log/feedIntent.ts'
import { dropSuperseded } from './dropSuperseded.ts'
import type { IntentKind } from './intentKind.ts'
import { verbGuard } from './markKind.ts'

export const markAllKind: IntentKind<MarkAll, MarkAllAnswer> = {
  name: 'markAll',
  subject: 'feed',
  fields: { verb: verbGuard, feeds: optional(list(string)), returnIds: optional(boolean) },
  request: (client, subscriberId, { verb, feeds, returnIds }, options) => {
    const body: MarkAllBody = {
      markAs: verb,
      ...(feeds && { feedIdentifier: [...feeds] }),
      ...(returnIds && { returnIds }),
    }
    return client.markAll(subscriberId, body, options)
  },
  // Services differ: "unread" also marks as seen in production.
  isUncertain: ({ verb }) => verb === 'unread',
  refresh: (refresh, { feeds }, isContested) => {
    // The response names no messages. Some may have arrived before the service did it and after our last request. And
    // which messages belong to a feed is only a guess.
    if (isContested || feeds) refresh.everything()
    else refresh.newest()
  },
  // Without `returnIds`: an older service, which is back after a failed update, refuses it.
  again: ({ verb, feeds }) => ({ verb, feeds }),
  withoutSuperseded: dropSuperseded,
}
