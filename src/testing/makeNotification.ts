import type { MessageCta } from '../contract/cta.ts'
import type { FeedPage } from '../contract/feed.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'

/** The `createdAt` of notification 0, in milliseconds since 1970. Each later number is a minute newer. */
export const testEpoch = Date.UTC(2026, 0, 5, 9)

/**
 * A call to action with two buttons: "Accept", replaced by "Accepted" after a press, and "Decline".
 * @param fields overrides: a link in `data`, other buttons in `action`.
 */
export const makeCta = (fields: Partial<MessageCta> = {}): MessageCta => ({
  type: 'redirect',
  data: { url: '/invitations/1' },
  action: {
    status: 'pending',
    buttons: [
      { type: 'primary', content: 'Accept', resultContent: 'Accepted' },
      { type: 'secondary', content: 'Decline', resultContent: 'Declined' },
    ],
  },
  ...fields,
})

/**
 * A complete notification for tests and stories.
 * @param number identifies the notification. A larger number is newer.
 * @param fields overrides. Default: unread, unseen, with a subject such as "Notification 7".
 */
export const makeNotification = (number: number, fields: Partial<InboxNotification> = {}): InboxNotification => ({
  _id: `n${number}`,
  _templateId: 'template-comment-added',
  _environmentId: 'env_1',
  _messageTemplateId: 'message-template-1',
  _organizationId: 'org_1',
  _notificationId: `notification-${number}`,
  _subscriberId: 'subscriber-internal-1',
  _feedId: 'activity',
  _jobId: `job-${number}`,
  createdAt: new Date(testEpoch + number * 60_000).toISOString(),
  updatedAt: new Date(testEpoch + number * 60_000).toISOString(),
  actor: { type: 'user', data: null },
  subscriber: { _id: 'subscriber-internal-1', firstName: 'Ada', lastName: 'Lovelace', subscriberId: 'ada' },
  transactionId: `transaction-${number}`,
  templateIdentifier: 'comment-added',
  providerId: 'novu',
  subject: `Notification ${number}`,
  content: `Body of notification ${number}`,
  channel: 'in_app',
  read: false,
  seen: false,
  archived: false,
  cta: { type: 'redirect', data: { url: `/posts/${number}` } },
  status: 'sent',
  payload: { number },
  overrides: {},
  tags: ['social'],
  ...fields,
})

/**
 * Several notifications, newest first, as in a feed.
 * @param count how many.
 * @param fields returns the overrides of a notification by its number. Default: none.
 */
export const makeNotifications = (
  count: number,
  fields: (number: number) => Partial<InboxNotification> = () => ({}),
): InboxNotification[] =>
  Array.from({ length: count }, (_, index) => count - 1 - index).map((number) =>
    makeNotification(number, fields(number)),
  )

/**
 * A feed page as the client returns it: two notifications and no next page.
 * @param fields overrides. `pageSize` and `totalCount` default to the length of `data`.
 */
export const makeFeedPage = (fields: Partial<FeedPage> = {}): FeedPage => {
  const { data = makeNotifications(2) } = fields
  return { totalCount: data.length, hasMore: false, data, pageSize: data.length, page: 0, unreadable: [], ...fields }
}
