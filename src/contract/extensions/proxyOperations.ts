import { subscriberOperations } from './subscriberOperations.ts'
import { triageOperations } from './triageOperations.ts'

/**
 * The operations of archive, snooze and delete that a subscriber may call, through the proxy. A table of its own: every
 * page with a bell loads the guards of `subscriberOperations`. Single ids go to `batchNotifications` too: many apps
 * route no DELETE to their proxy.
 */
export const triageSubscriberOperations = {
  listNotifications: triageOperations.listNotifications,
  batchNotifications: triageOperations.batchNotifications,
  archiveReadNotifications: triageOperations.archiveReadNotifications,
  completePrimaryAction: triageOperations.completePrimaryAction,
  completeSecondaryAction: triageOperations.completeSecondaryAction,
  revertPrimaryAction: triageOperations.revertPrimaryAction,
  revertSecondaryAction: triageOperations.revertSecondaryAction,
} as const

/** All operations that a subscriber may call, through the proxy. */
export const proxyOperations = { ...subscriberOperations, ...triageSubscriberOperations }

/** The name of an operation that the proxy serves: "getFeed". */
export type ProxyOperationName = keyof typeof proxyOperations
