import { markAllBody } from '../../contract/marks.ts'
import { sql } from '../database/kysely.ts'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import { readBody } from '../http/readInput.ts'
import { changeMessages } from '../messages/changeMessages.ts'
import { type FlagChange, wouldChange } from '../messages/flagChange.ts'
import { storePending, writeOldest, writePending } from '../messages/writePending.ts'
import { CountChanges, countsOf, type Flags } from '../subscribers/feedCounts.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Implementation } from './Implementation.ts'

/** The most messages that a mark-all changes at once. Changing 100,000 takes more than a second. */
const mostAtOnce = 1_000

/**
 * The most pending mark-alls of a subscriber: each request reads them. The next one waits until the oldest is written.
 */
const mostPending = 8

/**
 * Mark all in-app messages as read, seen, unread or unseen, or the messages of some feeds. An unknown feed has no
 * messages. Returns the number of changed messages, so a second call returns 0.
 *
 * A mark-all that changes more than some is stored with the subscriber at first, and so is each that follows before it
 * is written. Each request sees them from then on, and the service writes them into the messages in small steps.
 */
export const markAll: Implementation<number> = ({ subscriberId, body }) => {
  const { feedIdentifier, markAs: mark } = readBody(markAllBody, body)
  const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
  return async ({ trx, catalog, time, rules, report }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const flags = rules.flagChanges[mark]
    // The counts have the pending mark-alls already.
    const affected = countsOf(subscriber).filter((counted) => counted.count > 0 && isChanged(counted, flags))
    const all = affected.reduce((sum, { count }) => sum + count, 0)
    if (all === 0) return 0
    const isPending = feeds === undefined && (all > mostAtOnce || subscriber.mark_alls.length > 0)
    const changes = isPending ? affected : await changeFlags(trx, subscriber, { ...flags, time }, feeds)
    if (isPending) {
      await addPending(trx, subscriber, { ...flags, time })
      report.pending.add(subscriber.id)
    }
    const counts = new CountChanges()
    for (const { read, seen, count } of changes) {
      counts.add(subscriber.id, { read, seen }, -count)
      counts.add(subscriber.id, { read: flags.read ?? read, seen: flags.seen ?? seen }, count)
    }
    await counts.store(trx)
    const total = changes.reduce((sum, { count }) => sum + count, 0)
    if (total > 0) report.changed.add(subscriberId)
    return total
  }
}

type Mark = Omit<FlagChange, 'generation'>

const isChanged = (flags: Flags, { read = flags.read, seen = flags.seen }: Partial<Flags>) =>
  flags.read !== read || flags.seen !== seen

const addPending = async (trx: Trx, subscriber: SubscriberRow, { time, ...flags }: Mark) => {
  const isFull = subscriber.mark_alls.length >= mostPending
  if (isFull) await writeOldest(trx, subscriber)
  const added = { ...flags, time: time.toISOString(), generation: subscriber.generation + 1 }
  await storePending(trx, subscriber, [...subscriber.mark_alls.slice(isFull ? 1 : 0), added])
}

/** Changes the messages. Returns their numbers by the flags that they had. */
const changeFlags = async (
  trx: Trx,
  subscriber: SubscriberRow,
  mark: Mark,
  feeds: readonly string[] | undefined,
): Promise<(Flags & { count: number })[]> => {
  await writePending(trx, subscriber, { feeds })
  const change = { ...mark, generation: subscriber.generation }
  const marked = changeMessages(trx, subscriber, {
    change,
    choose: (messages) =>
      messages
        .where(sql<boolean>`channel = 'in_app'`)
        .where(wouldChange(change))
        .$if(feeds !== undefined, (query) => query.where(sql<boolean>`feed_id = any(${feeds}::text[])`)),
  }).returning(['was_read as read', 'was_seen as seen'])
  return trx
    .with('marked', () => marked)
    .selectFrom('marked')
    .select(['read', 'seen', sql<number>`count(*)::integer`.as('count')])
    .groupBy(['read', 'seen'])
    .execute()
}
