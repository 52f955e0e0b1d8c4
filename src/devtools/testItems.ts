import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { MarkVerb } from '../contract/marks.ts'
import { predict } from '../state/mark.ts'

const prefix = 'tidings-devtools-'

/** An item that exists in this page alone, and says so. @param now milliseconds since 1970. */
export const makeTestItem = (number: number, now: number): InboxNotification => ({
  _id: `${prefix}${now}-${number}`,
  _templateId: prefix,
  _environmentId: prefix,
  _organizationId: prefix,
  _notificationId: `${prefix}${number}`,
  _subscriberId: prefix,
  _jobId: prefix,
  createdAt: new Date(now).toISOString(),
  transactionId: `${prefix}${number}`,
  subject: `Test item ${number}`,
  content: 'Sent by the devtools. It exists in this page alone.',
  channel: 'in_app',
  read: false,
  seen: false,
  cta: {},
  status: 'sent',
  payload: {},
  tags: ['tidings-devtools'],
})

export const isTestItem = (id: unknown): boolean => typeof id === 'string' && id.startsWith(prefix)

/** What a filter asks for: undefined, or the flag. */
interface Wanted {
  read?: boolean | undefined
  seen?: boolean | undefined
}

/** The items that a filter lets through, the newest first. */
export const wantedOf = (items: readonly InboxNotification[], { read, seen }: Wanted): InboxNotification[] =>
  items.filter((item) => (read ?? item.read) === item.read && (seen ?? item.seen) === item.seen)

/** The items after a mark. */
export const markItems = (
  items: readonly InboxNotification[],
  verb: MarkVerb,
  isConcerned: (id: string) => boolean = () => true,
): InboxNotification[] => items.map((item) => (isConcerned(item._id) ? { ...item, ...predict(item, verb) } : item))
