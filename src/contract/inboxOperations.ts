import * as z from 'zod/mini'
import { feedPage, feedQuery } from './feed.ts'
import { inboxMessage } from './inboxMessage.ts'
import { markAllResponse, markAllBody, markAsBody } from './marks.ts'
import type { Operation } from './operation.ts'
import { preferences, preferencesQuery } from './preferences.ts'

/**
 * The four operations of an inbox, with their schemas. A page with an inbox does not load these: its client checks the
 * same shapes without zod.
 */
export const inboxOperations = {
  /** Returns a page of the in-app feed. */
  getFeed: {
    method: 'GET',
    path: '/v1/subscribers/{subscriberId}/notifications/feed',
    query: feedQuery,
    response: feedPage,
    status: 200,
  },
  /** Returns the preferences. */
  getPreferences: {
    method: 'GET',
    path: '/v2/subscribers/{subscriberId}/preferences',
    query: preferencesQuery,
    response: preferences,
    status: 200,
  },
  /** Marks messages by their ids. */
  markAs: {
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-as',
    body: markAsBody,
    response: z.array(inboxMessage),
    status: 201,
    changesFeed: true,
  },
  /** Marks all messages, or those of some feeds. */
  markAll: {
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-all',
    body: markAllBody,
    response: markAllResponse,
    status: 201,
    changesFeed: true,
  },
} as const satisfies Record<string, Operation>

/** The name of an inbox operation: "getFeed". */
export type InboxOperationName = keyof typeof inboxOperations
