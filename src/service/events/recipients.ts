import type { Recipient, TriggerEvent } from '../../contract/bulkTrigger.ts'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import { appendChannels, noIntegration, resolveAddition, type ResolvedAddition } from '../subscribers/appendChannels.ts'
import { findSubscribers } from '../subscribers/findSubscribers.ts'
import { mergeEntries, upsertSubscribers } from '../subscribers/upsertSubscribers.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** The recipients of an event, without duplicates. */
export interface Recipients {
  /** All recipients. */
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
 * Loads all recipients and actors of the events. Creates the recipients that don't exist yet, and locks the ones with
 * fields or channels until the transaction ends.
 */
export const loadPeople = async (
  trx: Trx,
  catalog: Catalog,
  events: readonly { event: TriggerEvent; recipients: Recipients; time: Date }[],
): Promise<People> => {
  const [first] = events
  if (!first) return new Map()
  const named = new Set(events.flatMap(({ recipients }) => recipients.subscriberIds))
  const actors = events.flatMap(({ event }) => event.actor ?? [])
  const people = await findSubscribers(trx, catalog, [...new Set([...named, ...actors])])
  const entries = events.flatMap(({ recipients }) => recipients.entries)
  const writtenOut = new Set(entries.map(({ subscriberId }) => subscriberId))
  const touched = [...named].filter((subscriberId) => writtenOut.has(subscriberId) || !people.has(subscriberId))
  const rows = await upsertSubscribers(
    trx,
    catalog,
    touched.map((subscriberId) => ({ subscriberId })),
    first.time,
  )
  for (const row of rows) people.set(row.subscriber_id, row)
  return people
}

/** Stores the fields and channels that an event contains for its recipients. */
export const storeRecipients = async (
  trx: Trx,
  catalog: Catalog,
  { entries, additions }: Recipients,
  people: People,
  time: Date,
): Promise<void> => {
  for (const row of await upsertSubscribers(trx, catalog, entries, time)) people.set(row.subscriber_id, row)
  for (const [subscriberId, additional] of additions) {
    const row = people.get(subscriberId)
    if (row) people.set(subscriberId, await appendChannels(trx, row, additional, time))
  }
}
