import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, maybeNull } from './answerSchema.ts'
import { channelSettings } from './channelSettings.ts'

/** A recipient of notifications (2.1). */
export const subscriber = answerObject({
  _id: maybe(z.string()),
  firstName: maybeNull(z.string()),
  lastName: maybeNull(z.string()),
  email: maybeNull(z.string()),
  phone: maybeNull(z.string()),
  avatar: maybeNull(z.string()),
  locale: maybeNull(z.string()),
  channels: maybe(z.array(channelSettings)),
  /** @deprecated by the service. */
  topics: maybe(z.array(z.string())),
  isOnline: maybeNull(z.boolean()),
  lastOnlineAt: maybeNull(z.string()),
  __v: maybe(z.number()),
  data: maybeNull(freeObject),
  timezone: maybeNull(z.string()),
  subscriberId: z.string(),
  _organizationId: z.string(),
  _environmentId: z.string(),
  deleted: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Subscriber = z.output<typeof subscriber>
