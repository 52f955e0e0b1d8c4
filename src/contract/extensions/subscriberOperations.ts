import { type InboxOperationName, inboxOperations } from '../inboxOperations.ts'
import { type ExtensionName, extensionOperations } from './extensionOperations.ts'

/** The operations that a subscriber may call, through the proxy: those of an inbox, and the extensions. */
export const subscriberOperations = { ...inboxOperations, ...extensionOperations }

/** The name of an operation that a subscriber may call: "getFeed". */
export type SubscriberOperationName = InboxOperationName | ExtensionName
