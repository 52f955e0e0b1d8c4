import type { BehaviorRules } from '../contract/behavior.ts'
import type { BatchBody, MatchingBody } from '../contract/extensions/notificationChanges.ts'
import type { NotificationPage, NotificationsQuery, TagsFilter } from '../contract/extensions/notificationLists.ts'
import type { NotificationV2 } from '../contract/extensions/notificationV2.ts'
import { type buttonTypes, feedLimit } from '../contract/inbox/constants.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { isObject } from '../contract/isObject.ts'
import { matchesPayload } from '../contract/payload.ts'
import { ErrorResponse, invalid } from './ErrorResponse.ts'
import { type EntryChange, type InMemoryEntries, isInFeed, isNotLater } from './inMemoryEntries.ts'
import { toNotificationV2 } from './toNotificationV2.ts'

/**
 * Archive, snooze and delete of one subscriber's notifications in memory, as `tidings/service` does them. Each checks
 * its input, and returns the function that performs it.
 */
export interface InMemoryTriage {
  list(query: NotificationsQuery): () => NotificationPage
  batch(body: BatchBody): () => NotificationV2[]
  archiveRead(matching: MatchingBody): () => void
  setAction(id: string, type: (typeof buttonTypes)[number], status: 'done' | 'pending'): () => NotificationV2
}

interface TriageOptions {
  entries: InMemoryEntries
  /** Id of the subscriber. */
  owner: string
  rules: Pick<BehaviorRules, 'listsArchived' | 'sparesLater'>
  /** Returns the time in milliseconds since 1970. */
  now: () => number
}

const archive: EntryChange = { read: true, seen: true, archived: true, snoozedUntil: null }

/** @throws ErrorResponse 422 for a text that is not a JSON object. */
const readData = (text: string | undefined): Record<string, unknown> => {
  if (text === undefined) return {}
  const refuse = () => invalid([{ field: 'data', message: 'must be a JSON object, as text' }])
  try {
    const data: unknown = JSON.parse(text)
    if (isObject(data)) return data
  } catch {
    throw refuse()
  }
  throw refuse()
}

/** A list in a filter matches any of its values. */
const hasData = (data: unknown, filter: Record<string, unknown>) =>
  Object.entries(filter).every(([key, value]) => [value].flat().some((one) => matchesPayload(data, { [key]: one })))

const hasTags = (tags: readonly string[], filter: TagsFilter = { and: [] }) =>
  (Array.isArray(filter) ? [{ or: filter }] : filter.and).every(({ or }) => or.some((tag) => tags.includes(tag)))

export const createInMemoryTriage = ({ entries, owner, rules, now }: TriageOptions): InMemoryTriage => {
  const find = (id: string) =>
    entries.all().find(({ notification }) => notification._id === id && notification.channel === 'in_app')

  /** @throws ErrorResponse 422 for a time that has passed, or is more than a year ahead. */
  const snooze = (snoozeUntil: string): EntryChange => {
    const until = new Date(snoozeUntil)
    const latest = new Date(now())
    latest.setUTCFullYear(latest.getUTCFullYear() + 1)
    if (until.getTime() > now() && until <= latest) return { snoozedUntil: until.toISOString(), archived: false }
    throw invalid([{ field: 'snoozeUntil', message: 'must be later than the time of the service, and within a year' }])
  }

  /** Without `archived` and `snoozed`, a list has what the feed has. */
  const isListed = (notification: InboxNotification, { archived, snoozed }: NotificationsQuery) => {
    const fits = (wanted: boolean | undefined, value: boolean) =>
      value === (wanted ?? (rules.listsArchived ? value : false))
    return (
      notification.channel === 'in_app' &&
      fits(archived, notification.archived === true) &&
      fits(snoozed, !!notification.snoozedUntil)
    )
  }

  return {
    list: (query) => {
      const { limit = feedLimit.default, offset = 0, after, read, seen, severity, tags } = query
      const { createdGte = -Infinity, createdLte = Infinity } = query
      const data = readData(query.data)
      const matches = (notification: InboxNotification) => {
        const createdAt = Date.parse(notification.createdAt ?? '')
        return (
          isListed(notification, query) &&
          (read === undefined || notification.read === read) &&
          (seen === undefined || notification.seen === seen) &&
          (severity === undefined || severity.some((one) => one === (notification.severity ?? 'none'))) &&
          hasTags(notification.tags ?? [], tags) &&
          hasData(notification.data, data) &&
          !(createdAt < createdGte || createdAt > createdLte)
        )
      }
      return () => {
        const all = entries.all()
        const last = after === undefined ? -1 : all.findIndex(({ notification }) => notification._id === after)
        if (after !== undefined && last < 0)
          throw new ErrorResponse(400, 'after is not the id of a notification of the subscriber.')
        const found = all.slice(last + 1).filter(({ notification }) => matches(notification))
        return {
          data: found.slice(offset, offset + limit).map((entry) => toNotificationV2(entry, owner)),
          hasMore: found.length > offset + limit,
          filter: query,
        }
      }
    },
    batch: ({ action, notificationIds, snoozeUntil = '', deliveries = {} }) => {
      const changes = { archive, unarchive: { archived: false }, unsnooze: { snoozedUntil: null } }
      const ids = [...new Set(notificationIds)]
      const change = action === 'snooze' ? snooze(snoozeUntil) : action === 'delete' ? action : changes[action]
      const isNamed = ({ _id, channel }: InboxNotification) => channel === 'in_app' && ids.includes(_id)
      const isChanged = (notification: InboxNotification) =>
        isNamed(notification) && (!rules.sparesLater || isNotLater(notification, deliveries[notification._id]))
      return () => {
        // Deleted ones are as they were.
        const removed = change === 'delete' ? entries.remove(isChanged) : undefined
        if (change !== 'delete') entries.change(isChanged, change)
        const after = removed ?? entries.all()
        return ids.flatMap((id) => {
          const entry = after.find(({ notification }) => notification._id === id && isNamed(notification))
          return entry ? [toNotificationV2(entry, owner)] : []
        })
      }
    },
    archiveRead: ({ tags, data: text, until }) => {
      const data = readData(text)
      const matches = (notification: InboxNotification) =>
        isInFeed(notification) &&
        notification.read &&
        hasTags(notification.tags ?? [], tags) &&
        hasData(notification.data, data) &&
        (!rules.sparesLater || isNotLater(notification, until))
      return () => void entries.change(matches, archive)
    },
    setAction: (id, type, status) => () => {
      const entry = find(id)
      if (!entry) throw new ErrorResponse(404, `Notification ${JSON.stringify(id)} of this subscriber does not exist.`)
      const { cta } = entry.notification
      if (!cta.action?.buttons?.some((button) => button.type === type))
        throw new ErrorResponse(400, `The notification has no ${type} button.`)
      const { result } = cta.action
      if (cta.action.status === status && result?.type === type) return toNotificationV2(entry, owner)
      const action = { ...cta.action, status, result: { ...result, type } }
      const updatedAt = new Date(now()).toISOString()
      return toNotificationV2(entries.replace(entry, { cta: { ...cta, action }, updatedAt }), owner)
    },
  }
}
