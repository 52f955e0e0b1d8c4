import type { RawBuilder } from 'kysely'
import type { BehaviorRules } from '../../contract/behavior.ts'
import type { NotificationFilter, TagsFilter } from '../../contract/extensions/notificationLists.ts'
import { isObject } from '../../contract/isObject.ts'
import { sql } from '../database/kysely.ts'
import { ValidationError } from '../http/Refusal.ts'
import { findUnstorable, isNestedDeeper } from '../storable.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { inArchive, inFeed, isSnoozed } from './inFeed.ts'

const places = [
  { archived: false, snoozed: false, condition: inFeed },
  { archived: true, snoozed: false, condition: inArchive },
  { archived: false, snoozed: true, condition: isSnoozed },
]

/**
 * The places of which a filter lists the messages: without `archived` and `snoozed` the feed alone, as the feed itself
 * does, or all of them if that lists archived messages.
 */
export const placesOf = (
  { archived, snoozed }: Pick<NotificationFilter, 'archived' | 'snoozed'>,
  { listsArchived }: BehaviorRules,
) => {
  const fits = (wanted: boolean | undefined, value: boolean) => value === (wanted ?? (listsArchived ? value : false))
  return places.filter((place) => fits(archived, place.archived) && fits(snoozed, place.snoozed))
}

/** The condition of a message that is in one of these places. */
export const isInPlaces = (found: ReturnType<typeof placesOf>): RawBuilder<boolean> =>
  found.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(
        found.map(({ condition }) => sql`(${condition})`),
        sql` or `,
      )})`

/** The values of a message that a filter compares. */
export interface ValueFilter extends Pick<NotificationFilter, 'read' | 'seen' | 'severity'> {
  tags?: TagsFilter | undefined
  /** As `readData` returns it. */
  data?: Record<string, unknown> | undefined
}

/** The condition of a message that has these values. */
export const hasValues = (
  { read, seen, severity, tags, data = {} }: ValueFilter,
  { workflows }: Catalog,
): RawBuilder<boolean> => {
  const conditions: RawBuilder<boolean>[] = []
  if (read !== undefined) conditions.push(read ? sql`read` : sql`not read`)
  if (seen !== undefined) conditions.push(seen ? sql`seen` : sql`not seen`)
  if (tags !== undefined)
    for (const { or } of Array.isArray(tags) ? [{ or: tags }] : tags.and) conditions.push(sql`tags ?| ${or}::text[]`)
  for (const [key, value] of Object.entries(data)) {
    const parts = [value].flat().map((one) => JSON.stringify({ [key]: one }))
    conditions.push(sql`data @> any(${parts}::text[]::jsonb[])`)
  }
  if (severity !== undefined) {
    // Messages of workflows that the workspace no longer has are of no severity.
    const others = [...workflows.values()].filter((workflow) => !severity.includes(workflow.severity))
    const wanted = [...workflows.values()].filter((workflow) => severity.includes(workflow.severity))
    const names = (found: typeof wanted) => found.map(({ identifier }) => identifier)
    conditions.push(
      severity.includes('none')
        ? sql`template_identifier <> all(${names(others)}::text[])`
        : sql`template_identifier = any(${names(wanted)}::text[])`,
    )
  }
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Each is a condition of a statement. */
const mostFields = 100

/** @throws ValidationError (422) for a text that is not a JSON object, or one with more than 100 fields. */
export const readData = (text: string | undefined): Record<string, unknown> | undefined => {
  if (text === undefined) return undefined
  const value = parseJson(text)
  if (!isObject(value) || Object.keys(value).length > mostFields || isNestedDeeper(value, 100) || findUnstorable(value))
    throw new ValidationError([
      { field: 'data', message: `must be a JSON object of at most ${mostFields} fields, as text` },
    ])
  return value
}

/** Returns undefined for a text that is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
