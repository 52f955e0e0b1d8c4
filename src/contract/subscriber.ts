import * as z from 'zod/mini'
import { channelSettings } from './channelSettings.ts'
import { responseObject, freeObject, maybe, maybeNull } from './responseSchema.ts'

/** A recipient of notifications. */
export const subscriber = responseObject({
  /** Internal id that the service generated. It differs from `subscriberId`. */
  _id: maybe(z.string()),
  /** First name. */
  firstName: maybeNull(z.string()),
  /** Last name. */
  lastName: maybeNull(z.string()),
  /** Email address. */
  email: maybeNull(z.string()),
  /** Phone number, such as `+46701234567`. */
  phone: maybeNull(z.string()),
  /** URL of a picture of the subscriber. */
  avatar: maybeNull(z.string()),
  /** Preferred language or region, such as `en-GB`. */
  locale: maybeNull(z.string()),
  /** Settings of chat and push providers. They contain secrets. */
  channels: maybe(z.array(channelSettings)),
  /**
   * Topics that the subscriber subscribed to.
   * @deprecated The service deprecates them.
   */
  topics: maybe(z.array(z.string())),
  /** Whether the subscriber is online. */
  isOnline: maybeNull(z.boolean()),
  /** Time at which the subscriber was last online. ISO 8601. */
  lastOnlineAt: maybeNull(z.string()),
  /** Version number of the stored subscriber. */
  __v: maybe(z.number()),
  /** Free-form data of your app: a JSON object. */
  data: maybeNull(freeObject),
  /** IANA time zone, such as `Europe/Stockholm`. */
  timezone: maybeNull(z.string()),
  /** Id that you chose, typically the user id in your system. */
  subscriberId: z.string(),
  /** Id of the organization that the subscriber belongs to. */
  _organizationId: z.string(),
  /** Id of the environment that the subscriber belongs to. */
  _environmentId: z.string(),
  /** Whether the subscriber is deleted. */
  deleted: z.boolean(),
  /** Time of creation. ISO 8601. */
  createdAt: z.string(),
  /** Time of the last change. ISO 8601. */
  updatedAt: z.string(),
})
export type Subscriber = z.output<typeof subscriber>
