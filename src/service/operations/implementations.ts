import type { ExtensionName } from '../../contract/extensions/extensionOperations.ts'
import type { Integration } from '../../contract/integration.ts'
import type { OperationName } from '../../contract/operations.ts'
import {
  archiveAllNotifications,
  archiveReadNotifications,
  deleteAllNotifications,
  readAllNotifications,
  seeNotifications,
} from './allNotifications.ts'
import { bulkTrigger } from './bulkTrigger.ts'
import { cancelEvent } from './cancelEvent.ts'
import { getFeed } from './getFeed.ts'
import type { Implementation } from './Implementation.ts'
import { listMessages } from './listMessages.ts'
import { countNotifications, listNotifications } from './listNotifications.ts'
import { markAll } from './markAll.ts'
import { markAs } from './markAs.ts'
import {
  archiveNotification,
  batchNotifications,
  completePrimaryAction,
  completeSecondaryAction,
  deleteNotification,
  readNotification,
  revertPrimaryAction,
  revertSecondaryAction,
  snoozeNotification,
  unarchiveNotification,
  unreadNotification,
  unsnoozeNotification,
} from './notifications.ts'
import { getPreferences, updatePreferences } from './preferences.ts'
import { appendCredentials, bulkSubscribers, deleteSubscriber, getSubscriber } from './subscribers.ts'

/** Get active integrations. The result contains credentials, so only servers may request it. */
const getActiveIntegrations: Implementation<Integration[]> =
  () =>
  async ({ catalog }) =>
    catalog.integrations.filter(({ active }) => active)

export const implementations: Record<OperationName | ExtensionName, Implementation> = {
  appendCredentials,
  getFeed,
  getActiveIntegrations,
  bulkSubscribers,
  getPreferences,
  markAs,
  markAll,
  bulkTrigger,
  updatePreferences,
  getSubscriber,
  deleteSubscriber,
  listNotifications,
  countNotifications,
  readNotification,
  unreadNotification,
  archiveNotification,
  unarchiveNotification,
  snoozeNotification,
  unsnoozeNotification,
  completePrimaryAction,
  completeSecondaryAction,
  revertPrimaryAction,
  revertSecondaryAction,
  readAllNotifications,
  archiveAllNotifications,
  archiveReadNotifications,
  deleteAllNotifications,
  seeNotifications,
  batchNotifications,
  deleteNotification,
  listMessages,
  cancelEvent,
}
