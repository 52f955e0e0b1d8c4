import type * as z from 'zod/mini'
import { safeUrl } from '../content/safeUrl.ts'
import { channels as allChannels } from '../contract/channel.ts'
import type { MessageAction, MessageCta } from '../contract/cta.ts'
import type { NotificationPage, NotificationsQuery } from '../contract/extensions/notificationLists.ts'
import type { NotificationV2 } from '../contract/extensions/notificationV2.ts'
import type { proxyOperations, ProxyOperationName } from '../contract/extensions/proxyOperations.ts'
import type { FeedPage } from '../contract/feed.ts'
import type { InboxMessage } from '../contract/inboxMessage.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { MarkAllResponse } from '../contract/marks.ts'
import type { ChannelPreference, DaySchedule, Preferences, Schedule, SendConditions } from '../contract/preferences.ts'

/**
 * The fields that may leave the server. The lists are explicit instead of derived from the schemas: a field that is
 * added to the contract stays on the server until someone adds it here on purpose.
 */
const notificationFields = [
  '_id',
  '_templateId',
  '_environmentId',
  '_messageTemplateId',
  '_organizationId',
  '_notificationId',
  '_subscriberId',
  '_feedId',
  '_jobId',
  'createdAt',
  'updatedAt',
  'transactionId',
  'templateIdentifier',
  'providerId',
  'content',
  'subject',
  'channel',
  'read',
  'seen',
  'archived',
  'snoozedUntil',
  'severity',
  'status',
  'payload',
  'data',
  'tags',
] as const satisfies (keyof InboxNotification)[]

/** Without the free-form data of the workflow, which is for servers. */
const notificationV2Fields = [
  'id',
  'transactionId',
  'subject',
  'body',
  'isRead',
  'isSeen',
  'isArchived',
  'isSnoozed',
  'snoozedUntil',
  'deliveredAt',
  'createdAt',
  'readAt',
  'firstSeenAt',
  'archivedAt',
  'channelType',
  'tags',
  'data',
  'severity',
] as const satisfies (keyof NotificationV2)[]

/** The filters of a list, which are those of the request. */
const filterFields = [
  'read',
  'seen',
  'archived',
  'snoozed',
  'severity',
  'tags',
  'data',
] as const satisfies (keyof NotificationsQuery)[]

const messageFields = [
  '_id',
  '_environmentId',
  '_organizationId',
  '_notificationId',
  '_subscriberId',
  'createdAt',
  'transactionId',
  'channel',
  'read',
  'seen',
  'status',
] as const satisfies (keyof InboxMessage)[]

// A loop: with `Object.fromEntries` it takes three times as long, for each notification of each response. A caller adds
// fields by `Object.assign`. A spread would copy all of them again, and double the time from parsing to writing a page.
const pick = <Value extends object, Key extends keyof Value>(value: Value, keys: readonly Key[]): Pick<Value, Key> => {
  const picked: Partial<Pick<Value, Key>> = {}
  for (const key of keys) picked[key] = value[key]
  return picked as Pick<Value, Key>
}

const pickMaybe = <Value extends object, Key extends keyof Value>(value: Value | undefined, keys: readonly Key[]) =>
  value && pick(value, keys)

/** Stands for the site of the page, which the proxy does not know. */
const ownSite = 'https://self.invalid'

/**
 * The picture as the inbox may load it, or a name. Null for any other text. The decision is about the address that is
 * passed on: an inbox removes white space that a URL parser takes for a part of a path.
 */
const allowedPicture = (
  picture: string | null | undefined,
  origins: ReadonlySet<string> | undefined,
): string | null | undefined => {
  // As in the inbox, a text with one of these characters is no name.
  if (!origins || !picture || !/[/:\\]/.test(picture)) return picture
  const address = safeUrl(picture)
  if (address === undefined || !URL.canParse(address, ownSite)) return null
  const { origin } = new URL(address, ownSite)
  return origins.has(origin === ownSite ? 'self' : origin) ? address : null
}

/**
 * Picks the public fields of a feed page: no device tokens, and no overrides, which may contain a provider's secrets.
 *
 * @param avatarOrigins see `createInboxProxy`. Other pictures are removed.
 */
export const pickFeedPage = (page: FeedPage, avatarOrigins?: ReadonlySet<string>) => ({
  ...pick(page, ['totalCount', 'hasMore', 'pageSize', 'page']),
  offers: pickMaybe(page.offers, ['returnIds', 'triage', 'deliveries']),
  data: page.data.map((notification) => {
    const { actor } = notification
    const subscriber = pickMaybe(notification.subscriber, ['_id', 'firstName', 'lastName', 'avatar', 'subscriberId'])
    return Object.assign(pick(notification, notificationFields), {
      actor: actor && { type: actor.type, data: allowedPicture(actor.data, avatarOrigins) },
      subscriber: subscriber && Object.assign(subscriber, { avatar: allowedPicture(subscriber.avatar, avatarOrigins) }),
      cta: pickCta(notification.cta),
    })
  }),
})

/**
 * Picks the public fields of a mark's messages: the required ones, and the flags. A service that omits `subscriber` may
 * return a message of another subscriber. Its content and its link must not leave the server.
 */
const pickMessages = (messages: readonly InboxMessage[]) =>
  messages.map((message) => Object.assign(pick(message, messageFields), { cta: {} }))

const pickMarkedAll = (result: MarkAllResponse) =>
  typeof result === 'number' ? result : pick(result, ['count', 'ids', 'readIds', 'seenIds'])

const pickPreferences = ({ global, workflows, timeZone }: Preferences) => ({
  global: {
    enabled: global.enabled,
    channels: pickChannels(global.channels),
    schedule: global.schedule && pickSchedule(global.schedule),
  },
  workflows: workflows.map(({ enabled, channels, overrides, onlyIf, workflow }) => ({
    enabled,
    channels: pickChannels(channels),
    overrides: overrides.map((override) => pick(override, ['channel', 'source'])),
    onlyIf: onlyIf && pickConditions(onlyIf),
    workflow: pick(workflow, ['slug', 'identifier', 'name', 'updatedAt']),
  })),
  timeZone,
})

const pickNotificationV2 = (notification: NotificationV2, avatarOrigins?: ReadonlySet<string>) => {
  const { to, avatar, primaryAction, secondaryAction, redirect, workflow } = notification
  return Object.assign(pick(notification, notificationV2Fields), {
    to: Object.assign(pick(to, ['id', 'subscriberId', 'firstName', 'lastName']), {
      avatar: allowedPicture(to.avatar, avatarOrigins) ?? undefined,
    }),
    avatar: allowedPicture(avatar, avatarOrigins) ?? undefined,
    primaryAction: pickActionV2(primaryAction),
    secondaryAction: pickActionV2(secondaryAction),
    redirect: pickMaybe(redirect, ['url', 'target']),
    workflow: pickMaybe(workflow, ['id', 'identifier', 'name', 'critical', 'tags', 'severity']),
  })
}

const pickActionV2 = (action: NotificationV2['primaryAction']) =>
  action &&
  Object.assign(pick(action, ['label', 'isCompleted']), { redirect: pickMaybe(action.redirect, ['url', 'target']) })

const pickNotificationPage = ({ data, hasMore, filter }: NotificationPage, avatarOrigins?: ReadonlySet<string>) => ({
  data: data.map((notification) => pickNotificationV2(notification, avatarOrigins)),
  hasMore,
  filter: pick<Partial<Record<keyof NotificationsQuery, unknown>>, keyof NotificationsQuery>(filter, filterFields),
})

/** Picks the public fields of the response to an operation. A feed page has `pickFeedPage`. */
export const publicFields: {
  [Name in Exclude<ProxyOperationName, 'getFeed'>]: (
    result: z.output<(typeof proxyOperations)[Name]['response']>,
    avatarOrigins?: ReadonlySet<string>,
  ) => unknown
} = {
  getPreferences: pickPreferences,
  updatePreferences: pickPreferences,
  markAs: pickMessages,
  markAll: pickMarkedAll,
  listNotifications: pickNotificationPage,
  batchNotifications: (notifications, avatarOrigins) =>
    notifications.map((notification) => pickNotificationV2(notification, avatarOrigins)),
  archiveReadNotifications: () => undefined,
  completePrimaryAction: pickNotificationV2,
  completeSecondaryAction: pickNotificationV2,
  revertPrimaryAction: pickNotificationV2,
  revertSecondaryAction: pickNotificationV2,
}

const pickCta = ({ type, data, action }: MessageCta) => ({
  type,
  data: pickMaybe(data, ['url']),
  action: action && pickAction(action),
})

const pickAction = ({ status, buttons, result }: MessageAction) => ({
  status,
  buttons: buttons?.map((button) => pick(button, ['type', 'content', 'resultContent'])),
  result: pickMaybe(result, ['type', 'payload']),
})

const pickChannels = (channels: ChannelPreference) => pick(channels, allChannels)

const pickConditions = (conditions: SendConditions) =>
  Object.fromEntries(allChannels.map((channel) => [channel, pickMaybe(conditions[channel], ['is', 'after'])]))

const pickSchedule = ({ isEnabled, weeklySchedule: week }: Schedule) => ({
  isEnabled,
  weeklySchedule: week && {
    monday: pickDay(week.monday),
    tuesday: pickDay(week.tuesday),
    wednesday: pickDay(week.wednesday),
    thursday: pickDay(week.thursday),
    friday: pickDay(week.friday),
    saturday: pickDay(week.saturday),
    sunday: pickDay(week.sunday),
  },
})

const pickDay = (day: DaySchedule | undefined) =>
  day && { isEnabled: day.isEnabled, hours: day.hours?.map((range) => pick(range, ['start', 'end'])) }

/**
 * Removes the entries of other subscribers. A service may respond to a mark with any message whose id it received, no
 * matter whose. Such a message names its subscriber if the service sets that field.
 * @param report called with the number of removed entries, if there are any.
 */
export const dropOtherSubscribers = <Entry extends object>(
  entries: readonly Entry[],
  subscriberId: string,
  report: (count: number) => void,
): Entry[] => {
  const own = entries.filter((entry) => [undefined, subscriberId].includes(ownerOf(entry)))
  if (own.length < entries.length) report(entries.length - own.length)
  return own
}

const ownerOf = (entry: { subscriber?: unknown; to?: unknown }): string | undefined => {
  const subscriber = entry.subscriber ?? entry.to
  if (typeof subscriber !== 'object' || subscriber === null || !('subscriberId' in subscriber)) return undefined
  return String(subscriber.subscriberId)
}
