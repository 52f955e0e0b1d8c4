import * as z from 'zod/mini'
import { feedPage, feedQuery } from './feed.ts'
import { inboxMessage } from './inboxMessage.ts'
import { markAllBody, markAsBody } from './marks.ts'
import type { Operation } from './operation.ts'
import { preferences, preferencesQuery } from './preferences.ts'

/**
 * The four operations that an inbox needs (docs/interface.md, part 4), each named once. They stand apart from the
 * other four so that a page that loads the inbox does not load the schemas of what only servers call.
 */
export const inboxOperations = {
  /** The feed (4.2). */
  getFeed: {
    method: 'GET',
    path: '/v1/subscribers/{subscriberId}/notifications/feed',
    query: feedQuery,
    answer: feedPage,
    status: 200,
  },
  /** The preferences (4.5). */
  getPreferences: {
    method: 'GET',
    path: '/v2/subscribers/{subscriberId}/preferences',
    query: preferencesQuery,
    answer: preferences,
    status: 200,
  },
  /** Marks some messages (4.6). */
  markAs: {
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-as',
    body: markAsBody,
    answer: z.array(inboxMessage),
    status: 201,
  },
  /** Marks all messages (4.7). */
  markAll: {
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-all',
    body: markAllBody,
    answer: z.number(),
    status: 201,
  },
} as const satisfies Record<string, Operation>

export type InboxOperationName = keyof typeof inboxOperations
