import type { UpdateObject } from 'kysely'
import { sql } from '../database/kysely.ts'
import type { Tables } from '../database/tables.ts'
import type { Flags } from '../subscribers/feedCounts.ts'

/** A change of the flags of messages. */
export interface FlagChange extends Partial<Flags> {
  /** When the reader made it. */
  time: Date
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
  const { read, seen, time } = change
  const whenNot = (flag: string, column: string) =>
    sql<Date>`case when ${sql.ref(flag)} then ${sql.ref(column)} else ${time}::timestamptz end`
  return {
    ...(read !== undefined && { read }),
    ...(seen !== undefined && { seen }),
    ...(read && { last_read_at: whenNot('read', 'last_read_at') }),
    ...(seen && { last_seen_at: whenNot('seen', 'last_seen_at') }),
    updated_at: sql<Date>`case when ${wouldChange(change)} then ${time}::timestamptz else updated_at end`,
  }
}
