import { sql } from '../database/kysely.ts'
import type { MessageRow } from '../database/tables.ts'

/**
 * The condition that a message is in the in-app feed: of pages, counts, marks of all messages, and the index of
 * payloads. A literal instead of a parameter: the planner must recognize the condition of the partial indexes.
 */
export const inFeed = sql<boolean>`channel = 'in_app'`

/** Whether a message is in the in-app feed: the same as `inFeed`. */
export const isInFeed = ({ channel }: Pick<MessageRow, 'channel'>): boolean => channel === 'in_app'
