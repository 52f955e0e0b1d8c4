import type { UpdateObject } from 'kysely'
import type { MarkVerb } from '../../contract/marks.ts'
import { sql } from '../database/kysely.ts'
import type { Tables } from '../database/tables.ts'

/**
 * The flags that each mark sets (part 3). The interface's table moves one flag by each mark; reading moves "seen"
 * too, since whoever read a message has seen it: a message that is read but new would make the bell count
 * something that its reader is done with. The table speaks of the read flag there, and does not forbid it.
 */
const flagsOf: Record<MarkVerb, { read?: boolean; seen?: boolean }> = {
  read: { read: true, seen: true },
  unread: { read: false },
  seen: { seen: true },
  unseen: { seen: false },
}

/** The condition that a mark would change a message. */
export const wouldChange = (mark: MarkVerb) => {
  const { read, seen } = flagsOf[mark]
  const changes = [
    ...(read === undefined ? [] : [read ? sql`not read` : sql`read`]),
    ...(seen === undefined ? [] : [seen ? sql`not seen` : sql`seen`]),
  ]
  return sql<boolean>`(${sql.join(changes, sql` or `)})`
}

/**
 * The changes that a mark makes to a message. `lastReadDate` and `lastSeenDate` tell when a flag was last set, and
 * stay when it is taken back; a message that has the flag already keeps its dates.
 */
export const marked = (mark: MarkVerb, time: Date): UpdateObject<Tables, 'tidings.messages'> => {
  const { read, seen } = flagsOf[mark]
  const whenNot = (flag: string, column: string) =>
    sql<Date>`case when ${sql.ref(flag)} then ${sql.ref(column)} else ${time}::timestamptz end`
  return {
    ...(read !== undefined && { read }),
    ...(seen !== undefined && { seen }),
    ...(read && { last_read_at: whenNot('read', 'last_read_at') }),
    ...(seen && { last_seen_at: whenNot('seen', 'last_seen_at') }),
    updated_at: sql<Date>`case when ${wouldChange(mark)} then ${time}::timestamptz else updated_at end`,
  }
}
