import type { MessageButton } from '../../contract/cta.ts'
import type { NotificationV2 } from '../../contract/extensions/notificationV2.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { Message } from '../../contract/message.ts'
import type { MessageRow, SubscriberRow } from '../database/tables.ts'
import { toSubscriber } from '../subscribers/profile.ts'
import type { Catalog, CatalogWorkflow } from '../workspace/catalog.ts'

const idsOf = (row: MessageRow, catalog: Catalog) => ({
  _id: row.id,
  _templateId: row.template_id,
  _environmentId: catalog.environmentId,
  _messageTemplateId: row.message_template_id,
  _organizationId: catalog.organizationId,
  _notificationId: row.notification_id,
  _subscriberId: row.subscriber_key,
})

/** Converts a stored message to the form that marks return. Fields without a value are omitted. */
export const toMessage = (row: MessageRow, subscriber: SubscriberRow, catalog: Catalog): Message => ({
  ...idsOf(row, catalog),
  subscriber: toSubscriber(subscriber, catalog),
  // undefined if the workflow was removed from the workspace.
  template: catalog.workflows.get(row.template_identifier)?.description,
  templateIdentifier: row.template_identifier,
  // The first delivery to an inbox, whose feed has the latest. What is sent may be delivered later than it was created.
  createdAt: (row.channel === 'in_app' && row.delivered_at[0]) || row.created_at.toISOString(),
  deliveredAt: row.delivered_at,
  lastSeenDate: row.last_seen_at?.toISOString(),
  lastReadDate: row.last_read_at?.toISOString(),
  content: row.content,
  transactionId: row.transaction_id,
  subject: row.subject ?? undefined,
  channel: row.channel,
  read: row.read,
  seen: row.seen,
  snoozedUntil: row.snoozed_until?.toISOString(),
  email: row.email ?? undefined,
  phone: row.phone ?? undefined,
  directWebhookUrl: row.direct_webhook_url ?? undefined,
  providerId: row.provider_id ?? undefined,
  deviceTokens: row.device_tokens,
  title: row.subject ?? undefined,
  cta: row.cta,
  _feedId: row.feed_id,
  status: row.status,
  errorId: row.error_id ?? undefined,
  errorText: row.error_text ?? undefined,
  payload: row.payload,
  overrides: row.overrides,
  contextKeys: row.context_keys,
})

/** Converts a stored message to the form that the feed returns. */
export const toNotification = (row: MessageRow, subscriber: SubscriberRow, catalog: Catalog): InboxNotification => ({
  ...idsOf(row, catalog),
  // The identifier from the workspace, which the `feedIdentifier` of mark-all refers to.
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
  // Novu's client rejects a notification without it.
  archived: row.archived_at !== null,
  deviceTokens: row.device_tokens,
  cta: row.cta,
  status: row.status,
  payload: row.payload,
  data: row.data,
  overrides: row.overrides,
  tags: row.tags,
})

/** How urgent a message is. Those of workflows that the workspace no longer has are of no severity. */
export const severityOf = (row: MessageRow, { workflows }: Catalog): CatalogWorkflow['severity'] =>
  workflows.get(row.template_identifier)?.severity ?? 'none'

/** Converts a stored message to the form of v2. */
export const toNotificationV2 = (row: MessageRow, subscriber: SubscriberRow, catalog: Catalog): NotificationV2 => {
  const workflow = catalog.workflows.get(row.template_identifier)
  const url = row.cta.data?.url
  return {
    id: row.id,
    transactionId: row.transaction_id,
    subject: row.subject ?? undefined,
    body: row.content,
    to: {
      id: subscriber.id,
      subscriberId: subscriber.subscriber_id,
      firstName: subscriber.first_name ?? undefined,
      lastName: subscriber.last_name ?? undefined,
      avatar: subscriber.avatar ?? undefined,
    },
    isRead: row.read,
    isSeen: row.seen,
    isArchived: row.archived_at !== null,
    isSnoozed: row.snoozed_until !== null,
    snoozedUntil: row.snoozed_until?.toISOString(),
    deliveredAt: row.delivered_at,
    createdAt: row.created_at.toISOString(),
    readAt: row.read ? row.last_read_at?.toISOString() : undefined,
    firstSeenAt: row.seen ? row.last_seen_at?.toISOString() : undefined,
    archivedAt: row.archived_at?.toISOString(),
    avatar: row.actor.data ?? undefined,
    primaryAction: actionOf(row, 'primary'),
    secondaryAction: actionOf(row, 'secondary'),
    channelType: row.channel,
    tags: row.tags,
    data: row.data ?? undefined,
    redirect: url === undefined ? undefined : { url },
    workflow: workflow && {
      id: workflow.id,
      identifier: workflow.identifier,
      name: workflow.name,
      critical: workflow.critical,
      tags: workflow.tags,
      severity: workflow.severity,
    },
    severity: severityOf(row, catalog),
  }
}

/** A button, and whether it is the one that was used. */
const actionOf = ({ cta }: MessageRow, type: MessageButton['type']) => {
  const button = cta.action?.buttons?.find((one) => one.type === type)
  const isCompleted = cta.action?.status === 'done' && cta.action.result?.type === type
  return button && { label: button.content, isCompleted }
}
