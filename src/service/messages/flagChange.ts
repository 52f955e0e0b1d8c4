import type { UpdateObject } from 'kysely'
import { sql } from '../database/kysely.ts'
import type { MessageRow, SubscriberRow, Tables } from '../database/tables.ts'
import type { Flags } from '../subscribers/feedCounts.ts'

/** A change of the flags of messages. */
export interface FlagChange extends Partial<Flags> {
  /** When the reader made it. */
  time: Date
  /** The subscriber's generation. */
  generation: number
}

/** The condition that a change changes a message. */
export const wouldChange = ({ read, seen }: Partial<Flags>) => {
  // Literals instead of parameters: the planner must recognize the conditions of the partial indexes.
  const changes = [
    ...(read === undefined ? [] : [read ? sql`not read` : sql`read`]),
    ...(seen === undefined ? [] : [seen ? sql`not seen` : sql`seen`]),
  ]
  return sql<boolean>`(${sql.join(changes, sql` or `)})`
}

/**
 * The columns of changed messages. `lastReadDate` and `lastSeenDate` are the time when the flag was last set. They
 * remain when the flag is cleared, and don't change if the message already has the flag.
 */
export const changedColumns = (change: FlagChange): UpdateObject<Tables, 'tidings.messages'> => {
  const { read, seen, time, generation } = change
  const whenNot = (flag: string, column: string) =>
    sql<Date>`case when ${sql.ref(flag)} then ${sql.ref(column)} else ${time}::timestamptz end`
  return {
    generation,
    ...(read !== undefined && { read }),
    ...(seen !== undefined && { seen }),
    ...(read && { last_read_at: whenNot('read', 'last_read_at') }),
    ...(seen && { last_seen_at: whenNot('seen', 'last_seen_at') }),
    updated_at: sql<Date>`case when ${wouldChange(change)} then ${time}::timestamptz else updated_at end`,
  }
}

/**
 * The mark-alls of a subscriber that are not written into all messages yet, oldest first. Each is in the messages of
 * its generation and later ones.
 */
export const pendingChanges = ({ mark_alls }: SubscriberRow): FlagChange[] =>
  mark_alls.map(({ time, ...change }) => ({ ...change, time: new Date(time) }))

/** The condition that a message has the value of a flag, also by pending changes. */
export const hasFlag = (flag: keyof Flags, value: boolean, pending: readonly FlagChange[]) => {
  const stored = value ? sql.ref(flag) : sql`not ${sql.ref(flag)}`
  // Each message that lacks an earlier one lacks the last one too.
  const last = pending.findLast((change) => change[flag] !== undefined)
  if (!last) return sql<boolean>`${stored}`
  return last[flag] === value
    ? sql<boolean>`(generation < ${last.generation} or ${stored})`
    : sql<boolean>`(generation >= ${last.generation} and ${stored})`
}

/** The value of a message's flag, also by the pending changes in the column `mark_alls` of its subscriber. */
export const currentFlag = (flag: keyof Flags) => sql<boolean>`coalesce((
  select (change ->> ${sql.lit(flag)})::boolean
  from jsonb_array_elements(mark_alls) with ordinality as list (change, place)
  where change ->> ${sql.lit(flag)} is not null and messages.generation < (change ->> 'generation')::integer
  order by place desc limit 1), ${sql.ref(`messages.${flag}`)})`

/** A stored message with the pending changes of its subscriber. */
export const withPendingChanges = (row: MessageRow, subscriber: SubscriberRow): MessageRow =>
  row.channel === 'in_app'
    ? pendingChanges(subscriber)
        .filter(({ generation }) => row.generation < generation)
        .reduce(withChange, row)
    : row

const withChange = (row: MessageRow, { read = row.read, seen = row.seen, time }: FlagChange): MessageRow => ({
  ...row,
  read,
  seen,
  last_read_at: read && !row.read ? time : row.last_read_at,
  last_seen_at: seen && !row.seen ? time : row.last_seen_at,
  updated_at: read !== row.read || seen !== row.seen ? time : row.updated_at,
})
