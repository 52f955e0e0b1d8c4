import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, maybeNull } from './answerSchema.ts'
import { channelSettings } from './channelSettings.ts'

/** A recipient of notifications (2.1). */
export const subscriber = answerObject({
  /** Internal id that the service made. It differs from `subscriberId`. */
  _id: maybe(z.string()),
  /** First name. */
  firstName: maybeNull(z.string()),
  /** Last name. */
  lastName: maybeNull(z.string()),
  /** Email address. */
  email: maybeNull(z.string()),
  /** Phone number. */
  phone: maybeNull(z.string()),
  /** Address of a picture of the subscriber. */
  avatar: maybeNull(z.string()),
  /** Preferred language or region, such as `en-GB`. */
  locale: maybeNull(z.string()),
  /** Where chat and push providers reach the subscriber. It holds secrets. */
  channels: maybe(z.array(channelSettings)),
  /**
   * Topics that the subscriber subscribed to.
   * @deprecated by the service.
   */
  topics: maybe(z.array(z.string())),
  /** Whether the subscriber is online. */
  isOnline: maybeNull(z.boolean()),
  /** When the subscriber was last online. ISO 8601. */
  lastOnlineAt: maybeNull(z.string()),
  /** Version of the stored subscriber. */
  __v: maybe(z.number()),
  /** Free-form data of yours. */
  data: maybeNull(freeObject),
  /** Time zone, such as `Europe/Stockholm`. */
  timezone: maybeNull(z.string()),
  /** The id that you chose, typically the user id in your system. */
  subscriberId: z.string(),
  /** Id of the organization that the subscriber belongs to. */
  _organizationId: z.string(),
  /** Id of the environment that the subscriber belongs to. */
  _environmentId: z.string(),
  /** Whether the subscriber is deleted. */
  deleted: z.boolean(),
  /** When the subscriber was created. ISO 8601. */
  createdAt: z.string(),
  /** When the subscriber last changed. ISO 8601. */
  updatedAt: z.string(),
})
export type Subscriber = z.output<typeof subscriber>
