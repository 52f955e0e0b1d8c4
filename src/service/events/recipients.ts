import type { Recipient, TriggerEvent } from '../../contract/bulkTrigger.ts'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import { noIntegration, resolveAddition, type ResolvedAddition, withChannels } from '../subscribers/appendChannels.ts'
import { findSubscribers, lockSubscribers } from '../subscribers/findSubscribers.ts'
import { withProfile } from '../subscribers/profile.ts'
import { createOrLockSubscribers, mergeEntries } from '../subscribers/upsertSubscribers.ts'
import { isStorableZone, zoneRule } from '../timeZone.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** The recipients of an event, without duplicates. */
export interface Recipients {
  subscriberIds: string[]
  /** The recipients that the event describes with fields or channels. */
  entries: Recipient[]
  /** Channels to append, by subscriberId. */
  additions: Map<string, ResolvedAddition[]>
  /** Why other recipients of the event can't be used. */
  problems: string[]
}

/** Stored subscribers, by subscriberId. */
export type People = Map<string, SubscriberRow>

/** Why one of several recipients gets nothing, as the result of its event says it. */
export const ofRecipient = (subscriberId: string, reason: string): string =>
  `The recipient ${JSON.stringify(subscriberId)}: ${reason}`

/** Reads an event's `to`: one or several subscriber ids or subscriber objects. */
export const readRecipients = (catalog: Catalog, to: TriggerEvent['to'], warn: (line: string) => void): Recipients => {
  const all: Recipient[] = []
  const additions = new Map<string, ResolvedAddition[]>()
  const problems: string[] = []
  for (const each of [to].flat()) {
    const recipient = typeof each === 'string' ? { subscriberId: each } : each
    const { subscriberId, channels = [] } = recipient
    const resolved = channels.flatMap((addition) => resolveAddition(catalog, addition) ?? [])
    const unknown = channels.find((addition) => !resolveAddition(catalog, addition))
    if (unknown) {
      problems.push(Array.isArray(to) ? ofRecipient(subscriberId, noIntegration(unknown)) : noIntegration(unknown))
      continue
    }
    all.push(withoutBadZone(recipient, warn))
    if (resolved.length > 0) additions.set(subscriberId, [...(additions.get(subscriberId) ?? []), ...resolved])
  }
  return {
    subscriberIds: [...new Set(all.map(({ subscriberId }) => subscriberId))],
    entries: mergeEntries(all.filter((recipient) => Object.keys(recipient).length > 1)),
    additions,
    problems,
  }
}

/** A notification is worth more than the time zone that comes with it, so its recipient gets it. */
const withoutBadZone = ({ timezone, ...recipient }: Recipient, warn: (line: string) => void): Recipient => {
  if (timezone === undefined) return recipient
  if (isStorableZone(timezone)) return { ...recipient, timezone }
  warn(
    `The time zone ${JSON.stringify(timezone)} of the recipient ${JSON.stringify(recipient.subscriberId)} was not ` +
      `stored: it ${zoneRule}.`,
  )
  return recipient
}

/**
 * Loads all recipients and actors of the events. Creates the recipients that don't exist yet, and locks all recipients
 * until the transaction ends: their messages change their counts.
 */
export const loadPeople = async (
  trx: Trx,
  catalog: Catalog,
  events: readonly { event: TriggerEvent; recipients: Recipients; time: Date }[],
): Promise<People> => {
  const [first] = events
  if (!first) return new Map()
  const named = new Set(events.flatMap(({ recipients }) => recipients.subscriberIds))
  const locked = await lockSubscribers(trx, catalog, [...named])
  const recipients =
    locked.length === named.size ? locked : await createOrLockSubscribers(trx, catalog, [...named], first.time)
  const actors = events.flatMap(({ event }) => event.actor ?? []).filter((subscriberId) => !named.has(subscriberId))
  const people = await findSubscribers(trx, catalog, [...new Set(actors)])
  for (const row of recipients) people.set(row.subscriber_id, row)
  return people
}

/** Applies the fields and channels that an event contains for its recipients. storeProfiles stores them. */
export const updateRecipients = ({ entries, additions }: Recipients, people: People, time: Date): void => {
  for (const entry of entries) {
    const row = people.get(entry.subscriberId)
    if (row) people.set(entry.subscriberId, withProfile(row, entry, time))
  }
  for (const [subscriberId, additional] of additions) {
    const row = people.get(subscriberId)
    if (row) people.set(subscriberId, withChannels(row, additional, time))
  }
}
