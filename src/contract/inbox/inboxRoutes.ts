import type { Operation } from '../operation.ts'

/** The part of an operation that needs no schema. */
export type Route = Pick<Operation, 'method' | 'path'>

export const inboxRoutes = {
  getFeed: { method: 'GET', path: '/v1/subscribers/{subscriberId}/notifications/feed' },
  getPreferences: { method: 'GET', path: '/v2/subscribers/{subscriberId}/preferences' },
  updatePreferences: { method: 'PATCH', path: '/v2/subscribers/{subscriberId}/preferences' },
  markAs: { method: 'POST', path: '/v1/subscribers/{subscriberId}/messages/mark-as' },
  markAll: { method: 'POST', path: '/v1/subscribers/{subscriberId}/messages/mark-all' },
} as const satisfies Record<string, Route>
