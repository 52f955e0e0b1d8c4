import * as z from 'zod/mini'
import { feedPage, feedQuery } from './feed.ts'
import { inboxRoutes } from './inbox/inboxRoutes.ts'
import { inboxMessage } from './inboxMessage.ts'
import { markAllAnswer, markAllBody, markAsBody } from './marks.ts'
import type { Operation } from './operation.ts'
import { preferences, preferencesQuery } from './preferences.ts'

/**
 * The four operations of an inbox, with their schemas. A page with an inbox does not load these: its client checks the
 * same shapes without zod.
 */
export const inboxOperations = {
  /** Returns a page of the in-app feed. */
  getFeed: { ...inboxRoutes.getFeed, query: feedQuery, answer: feedPage, status: 200 },
  /** Returns the preferences. */
  getPreferences: { ...inboxRoutes.getPreferences, query: preferencesQuery, answer: preferences, status: 200 },
  /** Marks messages by their ids. */
  markAs: { ...inboxRoutes.markAs, body: markAsBody, answer: z.array(inboxMessage), status: 201 },
  /** Marks all messages, or those of some feeds. */
  markAll: { ...inboxRoutes.markAll, body: markAllBody, answer: markAllAnswer, status: 201 },
} as const satisfies Record<string, Operation>

/** The name of an inbox operation: "getFeed". */
export type InboxOperationName = keyof typeof inboxOperations
