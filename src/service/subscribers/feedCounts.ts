import type { FeedQuery } from '../../contract/feed.ts'
import { sql } from '../database/kysely.ts'
import type { CountColumns, SubscriberRow, Trx } from '../database/tables.ts'

export interface Flags {
  read: boolean
  seen: boolean
}

type Column = keyof CountColumns

/** A subscriber whose counts have changed. */
export type CountedSubscriber = Pick<SubscriberRow, 'id' | 'payloads_indexed' | Column>

const flagsOf: Record<Column, Flags> = {
  unread_unseen: { read: false, seen: false },
  unread_seen: { read: false, seen: true },
  read_unseen: { read: true, seen: false },
  read_seen: { read: true, seen: true },
}
const columns = Object.keys(flagsOf) as Column[]

const columnOf = ({ read, seen }: Flags): Column => `${read ? 'read' : 'unread'}_${seen ? 'seen' : 'unseen'}`

/** The numbers of a subscriber's in-app messages, by their flags. */
export const countsOf = (subscriber: Pick<SubscriberRow, Column>): (Flags & { count: number })[] =>
  columns.map((column) => ({ ...flagsOf[column], count: subscriber[column] }))

/** The number of a subscriber's messages with these flags. */
export const countOf = (
  subscriber: Pick<SubscriberRow, Column>,
  { read, seen }: Pick<FeedQuery, 'read' | 'seen'> = {},
): number =>
  countsOf(subscriber)
    .filter((flags) => flags.read === (read ?? flags.read) && flags.seen === (seen ?? flags.seen))
    .reduce((sum, { count }) => sum + count, 0)

/** Changes of the numbers of in-app messages, by the column `id` of their subscriber. */
export class CountChanges {
  readonly #changes = new Map<string, Record<Column, number>>()

  /** Adds messages with these flags, or removes them if the number is negative. */
  add(subscriberKey: string, flags: Flags, count = 1): void {
    const change = this.#changes.get(subscriberKey) ?? {
      unread_unseen: 0,
      unread_seen: 0,
      read_unseen: 0,
      read_seen: 0,
    }
    change[columnOf(flags)] += count
    this.#changes.set(subscriberKey, change)
  }

  /** Stores the changes. The transaction has locked the subscribers, and they are returned. */
  async store(trx: Trx): Promise<CountedSubscriber[]> {
    const changes = [...this.#changes].filter(([, change]) => columns.some((column) => change[column] !== 0))
    if (changes.length === 0) return []
    const named = (prefix: string) => sql.join(columns.map((column) => sql.ref(`${prefix}${column}`)))
    const sums = columns.map(
      (column) => sql`${sql.ref(column)} = subscribers.${sql.ref(column)} + change.${sql.ref(column)}`,
    )
    const lists = columns.map((column) => sql`${changes.map(([, change]) => change[column])}::integer[]`)
    const { rows } = await sql<CountedSubscriber>`
      update tidings.subscribers set ${sql.join(sums)}
      from unnest(${changes.map(([id]) => id)}::text[], ${sql.join(lists)}) as change (id, ${named('')})
      where subscribers.id = change.id
        -- Without these ids the planner may read the whole table.
        and subscribers.id = any(${changes.map(([id]) => id)}::text[])
      returning subscribers.id, payloads_indexed, ${named('subscribers.')}`.execute(trx)
    return rows
  }
}
