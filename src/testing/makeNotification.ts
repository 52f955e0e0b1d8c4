import type { MessageCta } from '../contract/cta.ts'
import type { FeedPage } from '../contract/feed.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'

/** The moment at which factories begin: notification number 0 is the oldest, each next one a minute younger. */
export const testEpoch = Date.UTC(2026, 0, 5, 9)

/**
 * Makes a call to action (2.5) with two buttons: "Accept", which says "Accepted" after it was pressed, and "Decline".
 * @param fields what shall differ: a link by `data`, other buttons by `action`.
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
 * Makes a complete feed item (2.4) for tests and stories.
 * @param number tells items apart and puts them in order: a larger one is newer.
 * @param fields what shall differ from the default: unread, unseen, "Notification 7".
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
  cta: { type: 'redirect', data: { url: `/posts/${number}` } },
  status: 'sent',
  payload: { number },
  overrides: {},
  tags: ['social'],
  ...fields,
})

/** Makes several feed items, the newest first, as a feed lists them. */
export const makeNotifications = (
  count: number,
  fields: (number: number) => Partial<InboxNotification> = () => ({}),
): InboxNotification[] =>
  Array.from({ length: count }, (_, place) => count - 1 - place).map((number) =>
    makeNotification(number, fields(number)),
  )

/**
 * Makes one page of a feed as the client returns it (4.2): two notifications, and no more.
 * @param fields what shall differ. `pageSize` and `totalCount` follow `data` unless they are given.
 */
export const makeFeedPage = (fields: Partial<FeedPage> = {}): FeedPage => {
  const { data = makeNotifications(2) } = fields
  return { totalCount: data.length, hasMore: false, data, pageSize: data.length, page: 0, unreadable: [], ...fields }
}
