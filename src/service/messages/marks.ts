import type { UpdateObject } from 'kysely'
import type { BehaviorRules } from '../../contract/behavior.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import { sql } from '../database/kysely.ts'
import type { Tables } from '../database/tables.ts'

/** The condition that a mark would change a message. */
export const wouldChange = (mark: MarkVerb, { flagChanges }: BehaviorRules) => {
  const { read, seen } = flagChanges[mark]
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
export const marked = (mark: MarkVerb, time: Date, rules: BehaviorRules): UpdateObject<Tables, 'tidings.messages'> => {
  const { read, seen } = rules.flagChanges[mark]
  const whenNot = (flag: string, column: string) =>
    sql<Date>`case when ${sql.ref(flag)} then ${sql.ref(column)} else ${time}::timestamptz end`
  return {
    ...(read !== undefined && { read }),
    ...(seen !== undefined && { seen }),
    ...(read && { last_read_at: whenNot('read', 'last_read_at') }),
    ...(seen && { last_seen_at: whenNot('seen', 'last_seen_at') }),
    updated_at: sql<Date>`case when ${wouldChange(mark, rules)} then ${time}::timestamptz else updated_at end`,
  }
}
