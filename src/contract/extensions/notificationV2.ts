import * as z from 'zod/mini'
import { channels } from '../channel.ts'
import { severities } from '../inbox/constants.ts'
import { freeObject, maybe, openEnum, responseObject } from '../responseSchema.ts'

const redirect = responseObject({
  /** URL that a click opens. */
  url: z.string(),
  /** `target` of the link. */
  target: maybe(openEnum(['_self', '_blank', '_parent', '_top', '_unfencedTop'])),
})

const action = responseObject({
  /** Label of the button. */
  label: z.string(),
  /** Whether the button was used. */
  isCompleted: z.boolean(),
  /** Where the button leads. */
  redirect: maybe(redirect),
})

/** A notification in the form of the v2 operations. It has no payload. */
export const notificationV2 = responseObject({
  /** Id of the notification: the `_id` of its feed item. */
  id: z.string(),
  /** `transactionId` of the event that caused the notification. */
  transactionId: z.string(),
  /** Title of the notification. */
  subject: maybe(z.string()),
  /** Text of the notification: the `content` of its feed item. */
  body: z.string(),
  /** Subscriber who receives the notification. */
  to: responseObject({
    /** Internal id of the subscriber. */
    id: z.string(),
    /** First name. */
    firstName: maybe(z.string()),
    /** Last name. */
    lastName: maybe(z.string()),
    /** URL of a picture of the subscriber. */
    avatar: maybe(z.string()),
    /** Id that you chose for the subscriber. */
    subscriberId: z.string(),
  }),
  /** Whether the notification is read. */
  isRead: z.boolean(),
  /** Whether the notification is seen. */
  isSeen: z.boolean(),
  /** Whether the notification is archived. */
  isArchived: z.boolean(),
  /** Whether the notification is snoozed. */
  isSnoozed: z.boolean(),
  /** End of the snooze. ISO 8601. */
  snoozedUntil: maybe(z.string()),
  /** Times of delivery: several after a snooze. ISO 8601. */
  deliveredAt: maybe(z.array(z.string())),
  /** Time of creation, or of the latest delivery. ISO 8601. */
  createdAt: z.string(),
  /** Time at which the notification was read. ISO 8601. */
  readAt: maybe(z.string()),
  /** Time at which the notification was first seen. ISO 8601. */
  firstSeenAt: maybe(z.string()),
  /** Time at which the notification was archived. ISO 8601. */
  archivedAt: maybe(z.string()),
  /** URL of the picture of the user who caused the notification. */
  avatar: maybe(z.string()),
  /** The primary button. */
  primaryAction: maybe(action),
  /** The secondary button. */
  secondaryAction: maybe(action),
  /** Channel of the notification: `in_app`. */
  channelType: openEnum(channels),
  /** Tags of the workflow. */
  tags: maybe(z.array(z.string())),
  /** Data of the workflow's step: a JSON object. */
  data: maybe(freeObject),
  /** Where a click on the notification leads. */
  redirect: maybe(redirect),
  /** Workflow that created the notification. */
  workflow: maybe(
    responseObject({
      /** Internal id. */
      id: z.string(),
      /** Identifier of the workflow, as in the event's `name`: `comment-created`. */
      identifier: z.string(),
      /** Display name. */
      name: z.string(),
      /** Whether subscribers can't disable the workflow. */
      critical: z.boolean(),
      /** Tags of the workflow. */
      tags: maybe(z.array(z.string())),
      /** Free-form data of the workflow: a JSON object. */
      data: maybe(freeObject),
      /** How urgent its notifications are. */
      severity: openEnum(severities),
    }),
  ),
  /** How urgent the notification is. */
  severity: openEnum(severities),
})
export type NotificationV2 = z.output<typeof notificationV2>
