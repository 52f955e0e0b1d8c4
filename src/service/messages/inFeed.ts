import { sql } from '../database/kysely.ts'
import type { MessageRow } from '../database/tables.ts'

/**
 * The conditions of where an in-app message is: in the feed, archived or snoozed, of which each message is one.
 * Literals instead of parameters: the planner must recognize the conditions of the partial indexes.
 */
export const inFeed = sql<boolean>`channel = 'in_app' and archived_at is null and snoozed_until is null`
export const inArchive = sql<boolean>`channel = 'in_app' and archived_at is not null`
export const isSnoozed = sql<boolean>`channel = 'in_app' and snoozed_until is not null`

/** `inFeed` of a message that has payload keys. The planner sees no condition of another index in it. */
export const inFeedWithKeys = sql<boolean>`archived_at is null and snoozed_until is null`

/** An in-app message, for statements that find it by its id. */
export const inAppById = sql<boolean>`channel = 'in_app'`

/** A message that is sent. */
export const notInApp = sql<boolean>`channel <> 'in_app'`

/** All in-app messages, wherever they are. The planner combines the partial indexes: no index has them all. */
export const inApp = sql<boolean>`((${inFeed}) or (${inArchive}) or (${isSnoozed}))`

/** All messages of a subscriber, for statements on which the planner has to combine the partial indexes. */
export const onAnyChannel = sql<boolean>`(${inApp} or ${notInApp})`

/** Whether a message is in the feed: the same as `inFeed`. */
export const isInFeed = ({
  channel,
  archived_at,
  snoozed_until,
}: Pick<MessageRow, 'channel' | 'archived_at' | 'snoozed_until'>): boolean =>
  channel === 'in_app' && archived_at === null && snoozed_until === null
