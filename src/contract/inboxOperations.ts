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
  getFeed: {
    section: '4.2',
    method: 'GET',
    path: '/v1/subscribers/{subscriberId}/notifications/feed',
    audience: 'inbox',
    query: feedQuery,
    answer: feedPage,
    status: 200,
  },
  getPreferences: {
    section: '4.5',
    method: 'GET',
    path: '/v2/subscribers/{subscriberId}/preferences',
    audience: 'inbox',
    query: preferencesQuery,
    answer: preferences,
    status: 200,
  },
  markAs: {
    section: '4.6',
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-as',
    audience: 'inbox',
    body: markAsBody,
    answer: z.array(inboxMessage),
    status: 201,
  },
  markAll: {
    section: '4.7',
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-all',
    audience: 'inbox',
    body: markAllBody,
    answer: z.number(),
    status: 201,
  },
} as const satisfies Record<string, Operation>

export type InboxOperationName = keyof typeof inboxOperations
