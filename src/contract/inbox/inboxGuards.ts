import type { ErrorBody } from '../errorBody.ts'
import { readExtension } from '../extensions/feedCounts.ts'
import type { PreferencesChange } from '../extensions/preferencesChange.ts'
import type { FeedOffers, FeedPage, FeedQuery } from '../feed.ts'
import type { InboxMessage } from '../inboxMessage.ts'
import { isObject } from '../isObject.ts'
import type { MarkAllBody, MarkAsBody, MarkedAll } from '../marks.ts'
import type {
  ChannelPreference,
  DaySchedule,
  GlobalPreference,
  PreferenceOverride,
  Preferences,
  PreferencesQuery,
  Schedule,
  TimeRange,
  WeeklySchedule,
  WorkflowPreference,
} from '../preferences.ts'
import { criticalities, feedLimit, markVerbs } from './constants.ts'
import {
  boolean,
  type Guard,
  ifValid,
  list,
  maybe,
  number,
  object,
  optional,
  strictObject,
  string,
  text,
  textOrNull,
  valid,
} from './guard.ts'
import { freeObject, messageCta, readItems } from './notificationGuard.ts'

const flag = maybe(boolean)

const wirePage = object<Omit<FeedPage, 'data' | 'unreadable' | 'counts' | 'liveToken'> & { data: unknown[] }>({
  totalCount: maybe(number),
  hasMore: boolean,
  data: valid<unknown[]>('must be a list', Array.isArray),
  pageSize: number,
  page: number,
  offers: maybe(object<FeedOffers>({ returnIds: flag })),
})

/** Checks a page of the feed: see `feedPage`. */
export const pageGuard: Guard<FeedPage> = (value, issues) => {
  const before = issues.length
  const page = wirePage(value, issues)
  return issues.length > before ? (page as never) : { ...page, ...readItems(page.data), ...readExtension(page) }
}

/** Checks a message: see `inboxMessage`. */
export const messageGuard = object<InboxMessage>({
  _id: text,
  _templateId: textOrNull,
  _environmentId: string,
  _messageTemplateId: textOrNull,
  _organizationId: string,
  _notificationId: string,
  _subscriberId: string,
  templateIdentifier: text,
  createdAt: string,
  deliveredAt: maybe(list(string)),
  lastSeenDate: text,
  lastReadDate: text,
  transactionId: string,
  channel: string,
  read: boolean,
  seen: boolean,
  snoozedUntil: text,
  cta: messageCta,
  _feedId: textOrNull,
  status: string,
})

const channels = object<ChannelPreference>({ email: flag, sms: flag, in_app: flag, chat: flag, push: flag })

const day = maybe(
  object<DaySchedule>({
    isEnabled: boolean,
    hours: maybe(list(object<TimeRange>({ start: string, end: string }))),
  }),
)

const schedule = object<Schedule>({
  isEnabled: boolean,
  weeklySchedule: maybe(
    object<WeeklySchedule>({
      monday: day,
      tuesday: day,
      wednesday: day,
      thursday: day,
      friday: day,
      saturday: day,
      sunday: day,
    }),
  ),
})

/**
 * Checks the body of `updatePreferences`: see `preferencesChange`. The service checks the times and the names of
 * channels and days.
 */
export const preferencesChangeGuard = strictObject<PreferencesChange>({
  channels: optional(channels),
  workflowId: optional(string),
  schedule: optional(schedule),
})

/** Checks preferences: see `preferences`. */
export const preferencesGuard = object<Preferences>({
  global: object<GlobalPreference>({ enabled: boolean, channels, schedule: maybe(schedule) }),
  workflows: list(
    object<WorkflowPreference>({
      enabled: boolean,
      channels,
      overrides: list(object<PreferenceOverride>({ channel: string, source: string })),
      workflow: object<WorkflowPreference['workflow']>({
        slug: string,
        identifier: string,
        name: string,
        updatedAt: text,
      }),
    }),
  ),
})

/** Creates the guard of one of some texts. */
const oneOfTexts = <const Text extends string>(texts: readonly Text[]): Guard<Text> =>
  valid(
    `must be ${JSON.stringify(texts)
      .slice(1, -1)
      .replace(/,([^,]*)$/, ' or $1')
      .replaceAll(',', ', ')}`,
    (value) => texts.includes(value as Text),
  )

/** In a query, a flag or a number may be text, as in a URL. */
const queryFlag: Guard<boolean> = (value, issues) =>
  boolean(value === 'true' ? true : value === 'false' ? false : value, issues)

const whole = (least: number, most: number, range: string): Guard<number> => {
  const guard = valid<number>(
    `must be a whole number ${range}`,
    (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
  )
  return (value, issues) => guard(typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value, issues)
}

/** Checks the query of `getFeed`: see `feedQuery`. */
export const feedQueryGuard = strictObject<FeedQuery>({
  page: optional(whole(0, Number.MAX_SAFE_INTEGER, 'of 0 or more')),
  limit: optional(whole(1, feedLimit.max, `from 1 to ${feedLimit.max}`)),
  read: optional(queryFlag),
  seen: optional(queryFlag),
  payload: optional(string),
})

/** Checks the query of `getPreferences`: see `preferencesQuery`. */
export const preferencesQueryGuard = strictObject<PreferencesQuery>({
  criticality: optional(oneOfTexts(criticalities)),
})

const oneOrMore = (what: string): Guard<string | string[]> => {
  const filled = valid<never>(
    `must be ${what}, or a list of at least one`,
    (value) => (typeof value === 'string' || Array.isArray(value)) && value.length > 0,
  )
  const entries = list<string>((value, issues) => (typeof value === 'string' ? filled : string)(value, issues))
  return (value, issues) => (Array.isArray(value) && value.length > 0 ? entries : filled)(value, issues)
}

/** Checks a mark: see `markVerbs`. */
export const verbGuard = oneOfTexts(markVerbs)

/** Checks the body of `markAs`: see `markAsBody`. */
export const markAsGuard = strictObject<MarkAsBody>({ messageId: oneOrMore('a message id'), markAs: verbGuard })

/** Checks the body of `markAll`: see `markAllBody`. */
export const markAllGuard = strictObject<MarkAllBody>({
  feedIdentifier: optional(oneOrMore('a feed identifier')),
  markAs: verbGuard,
  returnIds: optional(boolean),
})

const ids = list(string)
const markedAll = object<MarkedAll>({ count: number, ids, readIds: ids, seenIds: ids })
const numberOrObject = valid<number>('must be a number or an object', Number.isFinite)

/** Checks the response of `markAll`: see `markedAll`. */
export const markAllAnswerGuard: Guard<number | MarkedAll> = (value, issues) =>
  isObject(value) ? markedAll(value, issues) : numberOrObject(value, issues)

const validText = ifValid(string)
const texts = list(string)
const fieldError = object<NonNullable<ErrorBody['errors']>[string]>({ messages: texts, value: (value) => value })

/**
 * Reads an error response: see `errorBody`. A gateway may respond with anything, so an invalid field is dropped, and
 * the result is undefined for a value that is no object.
 */
export const errorBodyGuard: Guard<ErrorBody | undefined> = object<ErrorBody>({
  statusCode: ifValid(number),
  timestamp: validText,
  path: validText,
  message: ifValid<string | string[]>((value, issues) => (Array.isArray(value) ? texts : string)(value, issues)),
  ctx: (value) => value ?? undefined,
  errorId: validText,
  code: validText,
  errors: ifValid((value, issues) => {
    const errors = Object.entries(freeObject(value, issues) ?? {})
    return Object.fromEntries(errors.map(([field, error]) => [field, fieldError(error, issues)]))
  }),
})
