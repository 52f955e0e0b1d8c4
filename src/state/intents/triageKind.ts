import { triageCalls } from '../../client/triageCalls.ts'
import type { BatchBody } from '../../contract/extensions/notificationChanges.ts'
import { triageActions } from '../../contract/inbox/constants.ts'
import { oneOf, list, optional, string } from '../../contract/inbox/guard.ts'
import type { ChangedNotification } from '../../contract/inbox/triageGuards.ts'
import type { ArchiveRead, TriageIntent } from '../log/feedIntent.ts'
import { isInFeed } from '../model/feedFilter.ts'
import { type Flags, predict } from '../model/mark.ts'
import { dropSuperseded } from './dropSuperseded.ts'
import type { IntentKind } from './intentKind.ts'
import { deliveriesIn, maxMoved } from './requestsOf.ts'
import { flagsBefore, restoreFlags } from './restoreFlags.ts'

export const triageKind: IntentKind<TriageIntent, readonly ChangedNotification[]> = {
  name: 'triage',
  subject: 'feed',
  fields: {
    ids: list(string),
    verb: oneOf(triageActions, 'must be what the user does'),
    snoozeUntil: optional(string),
  },
  join: (first, next) => {
    const ids = [...new Set([...first.ids, ...next.ids])]
    const isSame = next.verb === first.verb && next.snoozeUntil === first.snoozeUntil
    return isSame && ids.length <= maxMoved ? { ...first, ids } : undefined
  },
  request: (client, subscriberId, intent, options) => {
    const { ids, verb: action, snoozeUntil } = intent
    const body: BatchBody = {
      action,
      notificationIds: [...ids],
      snoozeUntil,
      // A digest that grew while it was snoozed returns to the feed, where the user sees it.
      ...(action !== 'unsnooze' && deliveriesIn(intent)),
    }
    return triageCalls(client).batchNotifications(subscriberId, body, options)
  },
  itemsIn: (changed, { ids, verb }) => {
    // Those that the service did not find are deleted too.
    if (verb === 'delete') return ids.map((id) => [id, { read: true, seen: true, archived: false, deleted: true }])
    return changed.map(({ id, isRead, isSeen, isArchived, isSnoozed, snoozedUntil }) => [
      id,
      { read: isRead, seen: isSeen, archived: isArchived, snoozedUntil: isSnoozed ? snoozedUntil : null },
    ])
  },
  refresh: (refresh, intent, isContested, items) => {
    if (isContested) refresh.everything()
    else if (items.size < intent.ids.length) refresh.newest()
    else refresh.refetchMissing(items, intent)
  },
  undo: (inbox, { verb, ids, snoozeUntil }) => {
    const change = (flags: Flags) => predict(flags, verb, snoozeUntil)
    const before = flagsBefore(inbox, change, { ids })
    // This has no step for a deletion, which can't be undone once it is sent.
    return () => restoreFlags(before, change)
  },
  withoutSuperseded: dropSuperseded,
  isOptional: true,
  isOver: ({ snoozeUntil }, now) => snoozeUntil !== undefined && Date.parse(snoozeUntil) <= now,
}

export const archiveReadKind: IntentKind<ArchiveRead, void> = {
  name: 'archiveRead',
  subject: 'feed',
  fields: { verb: oneOf(['archiveRead'], 'must be what the user does') },
  request: (client, subscriberId, { until }, options) =>
    triageCalls(client).archiveReadNotifications(subscriberId, until ? { until } : {}, options),
  refresh: (refresh, _intent, isContested) => {
    // The response names no messages. Some may have become read since our last request.
    if (isContested) refresh.everything()
    else refresh.newest()
  },
  undo: (inbox) => {
    const change = (flags: Flags) => (isInFeed(flags) && flags.read ? predict(flags, 'archive') : flags)
    const before = flagsBefore(inbox, change)
    return () => restoreFlags(before, change)
  },
  withoutSuperseded: dropSuperseded,
  isOptional: true,
}
