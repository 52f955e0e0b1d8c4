import * as z from 'zod/mini'
import { feedPage, feedQuery } from './feed.ts'
import { inboxMessage } from './inboxMessage.ts'
import { markAllBody, markAsBody } from './marks.ts'
import type { Operation } from './operation.ts'
import { preferences, preferencesQuery } from './preferences.ts'

/**
 * The four operations of an inbox. They are apart from the other four: a browser page with an inbox does not load the
 * schemas of operations that only servers call.
 */
export const inboxOperations = {
  /** Returns a page of the in-app feed. */
  getFeed: {
    method: 'GET',
    path: '/v1/subscribers/{subscriberId}/notifications/feed',
    query: feedQuery,
    answer: feedPage,
    status: 200,
  },
  /** Returns the preferences. */
  getPreferences: {
    method: 'GET',
    path: '/v2/subscribers/{subscriberId}/preferences',
    query: preferencesQuery,
    answer: preferences,
    status: 200,
  },
  /** Marks messages by their ids. */
  markAs: {
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-as',
    body: markAsBody,
    answer: z.array(inboxMessage),
    status: 201,
  },
  /** Marks all messages, or those of some feeds. */
  markAll: {
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-all',
    body: markAllBody,
    answer: z.number(),
    status: 201,
  },
} as const satisfies Record<string, Operation>

/** The name of an inbox operation: "getFeed". */
export type InboxOperationName = keyof typeof inboxOperations
