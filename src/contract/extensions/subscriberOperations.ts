import { type InboxOperationName, inboxOperations } from '../inboxOperations.ts'
import { extensionOperations } from './extensionOperations.ts'

/** The operations that a subscriber may call, through the proxy: those of an inbox, and some extensions. */
export const subscriberOperations = {
  ...inboxOperations,
  updatePreferences: extensionOperations.updatePreferences,
}

/** The name of an operation that a subscriber may call: "getFeed". */
export type SubscriberOperationName = InboxOperationName | 'updatePreferences'
