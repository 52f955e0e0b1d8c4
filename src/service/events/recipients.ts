import type { Recipient, TriggerEvent } from '../../contract/bulkTrigger.ts'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import { noIntegration, resolveAddition, type ResolvedAddition, withChannels } from '../subscribers/appendChannels.ts'
import { findSubscribers, lockSubscribers } from '../subscribers/findSubscribers.ts'
import { withProfile } from '../subscribers/profile.ts'
import { createOrLockSubscribers, mergeEntries } from '../subscribers/upsertSubscribers.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** The recipients of an event, without duplicates. */
export interface Recipients {
  subscriberIds: string[]
  /** The recipients that the event describes with fields or channels. */
  entries: Recipient[]
  /** Channels to append, by subscriberId. */
  additions: Map<string, ResolvedAddition[]>
  /** Why the recipients can't be used. */
  problems: string[]
}

/** Stored subscribers, by subscriberId. */
export type People = Map<string, SubscriberRow>

/** Reads an event's `to`: one or several subscriber ids or subscriber objects. */
export const readRecipients = (catalog: Catalog, to: TriggerEvent['to']): Recipients => {
  const all: Recipient[] = [to].flat().map((each) => (typeof each === 'string' ? { subscriberId: each } : each))
  const additions = new Map<string, ResolvedAddition[]>()
  const problems: string[] = []
  for (const { subscriberId, channels = [] } of all)
    for (const addition of channels) {
      const resolved = resolveAddition(catalog, addition)
      if (resolved) additions.set(subscriberId, [...(additions.get(subscriberId) ?? []), resolved])
      else problems.push(noIntegration(addition))
    }
  return {
    subscriberIds: [...new Set(all.map(({ subscriberId }) => subscriberId))],
    entries: mergeEntries(all.filter((recipient) => Object.keys(recipient).length > 1)),
    additions,
    problems,
  }
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
