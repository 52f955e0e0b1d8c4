import type { Operation } from '../operation.ts'

/** The part of an operation that needs no schema. */
export type Route = Pick<Operation, 'method' | 'path' | 'status'>

/** The routes of the four operations of an inbox. */
export const inboxRoutes = {
  getFeed: { method: 'GET', path: '/v1/subscribers/{subscriberId}/notifications/feed', status: 200 },
  getPreferences: { method: 'GET', path: '/v2/subscribers/{subscriberId}/preferences', status: 200 },
  markAs: { method: 'POST', path: '/v1/subscribers/{subscriberId}/messages/mark-as', status: 201 },
  markAll: { method: 'POST', path: '/v1/subscribers/{subscriberId}/messages/mark-all', status: 201 },
} as const satisfies Record<string, Route>
