// npm run docs:schemas writes this file from the operations and the zod schemas of the contract.
import {
  boolean,
  either,
  freeObject,
  ifValid,
  list,
  maybe,
  nullable,
  number,
  numberOr,
  object,
  oneOf,
  oneOrMore,
  optional,
  record,
  strictObject,
  string,
  unknown,
  whole,
} from './guard.ts'

const notificationActor = object({ data: nullable(string), type: string })

const notificationSubscriber = object({
  _id: maybe(string),
  firstName: maybe(string),
  lastName: maybe(string),
  avatar: maybe(string),
  subscriberId: string,
})

const messageButton = object({ type: string, content: string, resultContent: maybe(string) })

const messageAction = object({
  status: maybe(string),
  buttons: maybe(list(messageButton)),
  result: maybe(object({ payload: maybe(freeObject), type: maybe(string) })),
})

const messageCta = object({
  type: maybe(string),
  data: maybe(object({ url: maybe(string) })),
  action: maybe(messageAction),
})

export const inboxNotification = object({
  _id: string,
  _templateId: string,
  _environmentId: string,
  _messageTemplateId: maybe(string),
  _organizationId: string,
  _notificationId: string,
  _subscriberId: string,
  _feedId: optional(nullable(string)),
  _jobId: string,
  createdAt: optional(nullable(string)),
  updatedAt: optional(nullable(string)),
  actor: maybe(notificationActor),
  subscriber: maybe(notificationSubscriber),
  transactionId: string,
  templateIdentifier: optional(nullable(string)),
  providerId: optional(nullable(string)),
  content: string,
  subject: optional(nullable(string)),
  channel: string,
  read: boolean,
  seen: boolean,
  archived: maybe(boolean),
  snoozedUntil: optional(nullable(string)),
  severity: maybe(string),
  deviceTokens: optional(nullable(list(string))),
  cta: messageCta,
  status: string,
  payload: maybe(freeObject),
  data: optional(nullable(freeObject)),
  overrides: maybe(freeObject),
  tags: optional(nullable(list(string))),
})

export const errorBody = object({
  statusCode: maybe(number),
  timestamp: maybe(string),
  path: maybe(string),
  message: maybe(either(list(string), string)),
  ctx: maybe(unknown),
  errorId: maybe(string),
  code: maybe(string),
  errors: maybe(record(object({ messages: list(string), value: optional(unknown) }))),
})

const feedQuery = strictObject({
  page: optional(whole(0, 9007199254740991, 'must be a whole number of 0 or more')),
  limit: optional(whole(1, 100, 'must be a whole number from 1 to 100')),
  read: optional(boolean),
  seen: optional(boolean),
  payload: optional(string),
})

const feedOffers = object({ returnIds: maybe(boolean), triage: maybe(boolean), deliveries: maybe(boolean) })

const feedPage = object({
  totalCount: maybe(number),
  hasMore: boolean,
  data: list(unknown),
  pageSize: number,
  page: number,
  offers: maybe(feedOffers),
})

const preferencesQuery = strictObject({
  criticality: optional(oneOf(['critical', 'nonCritical', 'all'], 'must be "critical", "nonCritical" or "all"')),
})

const channelPreference = object({
  email: maybe(boolean),
  sms: maybe(boolean),
  in_app: maybe(boolean),
  chat: maybe(boolean),
  push: maybe(boolean),
})

const timeRange = object({ start: string, end: string })

const daySchedule = object({ isEnabled: boolean, hours: maybe(list(timeRange)) })

const weeklySchedule = object({
  monday: maybe(daySchedule),
  tuesday: maybe(daySchedule),
  wednesday: maybe(daySchedule),
  thursday: maybe(daySchedule),
  friday: maybe(daySchedule),
  saturday: maybe(daySchedule),
  sunday: maybe(daySchedule),
})

const schedule = object({ isEnabled: boolean, weeklySchedule: maybe(weeklySchedule) })

const globalPreference = object({ enabled: boolean, channels: channelPreference, schedule: maybe(schedule) })

const preferenceOverride = object({ channel: string, source: string })

const sendCondition = object({ is: oneOf(['unread', 'unseen'], 'must be "unread" or "unseen"'), after: number })

const sendConditions = record(ifValid(sendCondition))

const workflowPreference = object({
  enabled: boolean,
  channels: channelPreference,
  overrides: list(preferenceOverride),
  onlyIf: ifValid(sendConditions),
  workflow: object({ slug: string, identifier: string, name: string, updatedAt: maybe(string) }),
})

const preferences = object({
  global: globalPreference,
  workflows: list(workflowPreference),
  timeZone: ifValid(nullable(string)),
})

const markAsBody = strictObject({
  messageId: oneOrMore('must be a message id, or a list of at least one'),
  markAs: oneOf(['read', 'seen', 'unread', 'unseen'], 'must be "read", "seen", "unread" or "unseen"'),
  deliveries: optional(record(string)),
})

const inboxMessage = object({
  _id: maybe(string),
  _templateId: optional(nullable(string)),
  _environmentId: string,
  _messageTemplateId: optional(nullable(string)),
  _organizationId: string,
  _notificationId: string,
  _subscriberId: string,
  templateIdentifier: maybe(string),
  createdAt: string,
  deliveredAt: maybe(list(string)),
  lastSeenDate: maybe(string),
  lastReadDate: maybe(string),
  transactionId: string,
  channel: string,
  read: boolean,
  seen: boolean,
  snoozedUntil: maybe(string),
  cta: messageCta,
  _feedId: optional(nullable(string)),
  status: string,
})

const markAllBody = strictObject({
  feedIdentifier: optional(oneOrMore('must be a feed identifier, or a list of at least one')),
  markAs: oneOf(['read', 'seen', 'unread', 'unseen'], 'must be "read", "seen", "unread" or "unseen"'),
  returnIds: optional(boolean),
  until: optional(string),
})

const markedAll = object({ count: number, ids: list(string), readIds: list(string), seenIds: list(string) })

const markAllResponse = numberOr(markedAll)

export const preferencesChange = strictObject({
  channels: optional(channelPreference),
  workflowId: optional(string),
  schedule: optional(schedule),
  timeZone: optional(string),
})

export const generatedOperations = {
  getFeed: {
    method: 'GET',
    path: '/v1/subscribers/{subscriberId}/notifications/feed',
    query: feedQuery,
    response: feedPage,
  },
  getPreferences: {
    method: 'GET',
    path: '/v2/subscribers/{subscriberId}/preferences',
    query: preferencesQuery,
    response: preferences,
  },
  markAs: {
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-as',
    body: markAsBody,
    response: list(inboxMessage),
  },
  markAll: {
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-all',
    body: markAllBody,
    response: markAllResponse,
  },
  updatePreferences: {
    method: 'PATCH',
    path: '/v2/subscribers/{subscriberId}/preferences',
    body: preferencesChange,
    response: preferences,
  },
} as const
