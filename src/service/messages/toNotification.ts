import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { MessageRow, SubscriberRow } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** A stored message as the feed shows it (2.4). */
export const toNotification = (row: MessageRow, subscriber: SubscriberRow, catalog: Catalog): InboxNotification => ({
  _id: row.id,
  _templateId: row.template_id,
  _environmentId: catalog.environmentId,
  _messageTemplateId: row.message_template_id,
  _organizationId: catalog.organizationId,
  _notificationId: row.notification_id,
  _subscriberId: row.subscriber_key,
  // The identifier from the workspace: the one that mark-all's feedIdentifier takes.
  _feedId: row.feed_id,
  _jobId: row.job_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  actor: row.actor,
  subscriber: {
    _id: subscriber.id,
    subscriberId: subscriber.subscriber_id,
    ...(subscriber.first_name !== null && { firstName: subscriber.first_name }),
    ...(subscriber.last_name !== null && { lastName: subscriber.last_name }),
    ...(subscriber.avatar !== null && { avatar: subscriber.avatar }),
  },
  transactionId: row.transaction_id,
  templateIdentifier: row.template_identifier,
  providerId: row.provider_id,
  content: row.content,
  subject: row.subject,
  channel: row.channel,
  read: row.read,
  seen: row.seen,
  deviceTokens: row.device_tokens,
  cta: row.cta,
  status: row.status,
  payload: row.payload,
  data: row.data,
  overrides: row.overrides,
  tags: row.tags,
})
