import type { Operation } from '../operation.ts'
import { preferences } from '../preferences.ts'
import { subscriber } from '../subscriber.ts'
import { eventOperations } from './cancelEvent.ts'
import { deletedSubscriber } from './deletedSubscriber.ts'
import { messageOperations } from './messageList.ts'
import { preferencesChange } from './preferencesChange.ts'
import { triageOperations } from './triageOperations.ts'

/**
 * The operations beyond the eight of docs/interface.md. A service may lack them: it then responds with 404, 405 or 501.
 */
export const extensionOperations = {
  /** Changes the preferences of a subscriber. Returns them as `getPreferences` does. */
  updatePreferences: {
    method: 'PATCH',
    path: '/v2/subscribers/{subscriberId}/preferences',
    body: preferencesChange,
    response: preferences,
    status: 200,
  },
  /** Returns what a subscriber consists of, with its credentials, so only servers may request it. */
  getSubscriber: {
    method: 'GET',
    path: '/v2/subscribers/{subscriberId}',
    response: subscriber,
    status: 200,
  },
  /** Deletes a subscriber, its messages, marks and preferences, for good. */
  deleteSubscriber: {
    method: 'DELETE',
    path: '/v2/subscribers/{subscriberId}',
    response: deletedSubscriber,
    status: 200,
    changesFeed: true,
  },
  ...triageOperations,
  ...messageOperations,
  ...eventOperations,
} as const satisfies Record<string, Operation>

/** The name of an extension: "updatePreferences". */
export type ExtensionName = keyof typeof extensionOperations
