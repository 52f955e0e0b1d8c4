import { boolean, list, optional, string } from '../../contract/inbox/guard.ts'
import type { MarkAllResponse, MarkAllBody, MarkedAll } from '../../contract/marks.ts'
import type { MarkAll } from '../log/feedIntent.ts'
import { isInFeed } from '../model/feedFilter.ts'
import { type Flags, predict } from '../model/mark.ts'
import { dropSuperseded } from './dropSuperseded.ts'
import type { IntentKind } from './intentKind.ts'
import { verbGuard } from './markKind.ts'
import { type FlagsById, flagsBefore, restoreFlags } from './restoreFlags.ts'

const flagsIn = ({ ids, readIds, seenIds }: MarkedAll): FlagsById => {
  const [read, seen] = [new Set(readIds), new Set(seenIds)]
  return new Map(ids.map((id) => [id, { read: read.has(id), seen: seen.has(id) }]))
}

export const markAllKind: IntentKind<MarkAll, MarkAllResponse> = {
  name: 'markAll',
  subject: 'feed',
  fields: { verb: verbGuard, feeds: optional(list(string)), returnIds: optional(boolean) },
  request: (client, subscriberId, { verb, feeds, returnIds, until }, options) => {
    const body: MarkAllBody = {
      markAs: verb,
      ...(feeds && { feedIdentifier: [...feeds] }),
      ...(returnIds && { returnIds }),
      ...(until && { until }),
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
  undo: (inbox, { verb, feeds, returnIds }) => {
    const change = (flags: Flags) => (isInFeed(flags) ? predict(flags, verb) : flags)
    const known: FlagsById = returnIds ? new Map() : flagsBefore(inbox, change, { feeds })
    // The messages that the service names, or if it names none, those in the cache.
    return (response) => restoreFlags(typeof response === 'object' ? flagsIn(response) : known, change)
  },
  // Without `returnIds`: an older service, which is back after a failed update, refuses it.
  again: ({ verb, feeds }) => ({ verb, feeds }),
  withoutSuperseded: dropSuperseded,
}
