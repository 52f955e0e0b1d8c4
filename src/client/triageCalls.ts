import type { BatchBody, MatchingBody } from '../contract/extensions/notificationChanges.ts'
import type { NotificationsQuery } from '../contract/extensions/notificationLists.ts'
import type { buttonTypes } from '../contract/inbox/constants.ts'
import { nothing, unknown } from '../contract/inbox/guard.ts'
import { changedNotifications, listedNotifications, notificationsPath as path } from '../contract/inbox/triageGuards.ts'
import { notificationPath } from '../contract/operation.ts'
import type { CallOptions } from './clientOptions.ts'
import type { Send } from './createSend.ts'
import type { InboxClient } from './inboxClient.ts'

const operations = {
  listNotifications: { method: 'GET', path, query: unknown, response: listedNotifications },
  batchNotifications: { method: 'POST', path: `${path}/batch`, body: unknown, response: changedNotifications },
  archiveReadNotifications: { method: 'POST', path: `${path}/read-archive`, body: unknown, response: nothing },
} as const

/** The calls of archive, snooze and delete, apart from the client: a page with only a bell does not load them. */
export const triageCalls = (client: Pick<InboxClient, 'send'>) => {
  // That of an inbox has it. One of the app that lacks it throws a TypeError.
  const send = client.send as Send
  return {
    listNotifications: (subscriberId: string, query: NotificationsQuery, call: CallOptions) =>
      send('listNotifications', operations.listNotifications, { subscriberId, query, call }),
    batchNotifications: (subscriberId: string, body: BatchBody, call: CallOptions) =>
      send('batchNotifications', operations.batchNotifications, { subscriberId, body, call }),
    archiveReadNotifications: (subscriberId: string, body: MatchingBody, call: CallOptions) =>
      send('archiveReadNotifications', operations.archiveReadNotifications, { subscriberId, body, call }),
    completeAction: (
      subscriberId: string,
      id: string,
      button: (typeof buttonTypes)[number],
      call: CallOptions,
    ): Promise<unknown> =>
      send(
        button === 'primary' ? 'completePrimaryAction' : 'completeSecondaryAction',
        {
          method: 'PATCH',
          path: notificationPath(`${path}/{id}/actions/${button}/complete`, id),
          // The proxy refuses a write without a type, and a request without a body would end with the browser page.
          body: unknown,
          response: unknown,
        },
        { subscriberId, body: {}, call },
      ),
  }
}
