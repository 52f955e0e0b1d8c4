import type { MessageAction, MessageButton, MessageCta } from '../cta.ts'
import type { FieldIssue } from '../fieldIssues.ts'
import type { InboxNotification, NotificationActor, NotificationSubscriber } from '../inboxNotification.ts'
import { boolean, ifValid, list, maybe, maybeNull, object, string, text, textOrNull } from './guard.ts'

const textsOrNull = maybeNull(list(string))

/** Checks a free-form JSON object. */
export const freeObject = object<Record<string, unknown>>({})
const data = maybe(freeObject)

/** Checks a call to action: see `messageCta`. */
export const messageCta = object<MessageCta>({
  type: text,
  data: maybe(object<NonNullable<MessageCta['data']>>({ url: text })),
  action: maybe(
    object<MessageAction>({
      status: text,
      buttons: maybe(list(object<MessageButton>({ type: string, content: string, resultContent: text }))),
      result: maybe(object<NonNullable<MessageAction['result']>>({ payload: data, type: text })),
    }),
  ),
})

/** Checks a notification: see `inboxNotification`. */
export const notificationGuard = object<InboxNotification>({
  _id: string,
  _templateId: string,
  _environmentId: string,
  _messageTemplateId: text,
  _organizationId: string,
  _notificationId: string,
  _subscriberId: string,
  _feedId: textOrNull,
  _jobId: string,
  createdAt: textOrNull,
  updatedAt: textOrNull,
  actor: maybe(
    object<NotificationActor>({
      data: (value, issues) => (value === null ? value : string(value, issues)),
      type: string,
    }),
  ),
  subscriber: maybe(
    object<NotificationSubscriber>({ _id: text, firstName: text, lastName: text, avatar: text, subscriberId: string }),
  ),
  transactionId: string,
  templateIdentifier: textOrNull,
  providerId: textOrNull,
  content: string,
  subject: textOrNull,
  channel: string,
  read: boolean,
  seen: boolean,
  archived: maybe(boolean),
  deviceTokens: textsOrNull,
  cta: messageCta,
  status: string,
  payload: data,
  data: maybeNull(freeObject),
  overrides: data,
  tags: textsOrNull,
})

/** A notification that does not match the contract. The feed page omits it and lists it here. */
export interface UnreadableItem {
  /** Index in the `data` array of the response, from 0. */
  index: number
  /** Its `_id`. Undefined if it has none. */
  id: string | undefined
  /** Problems, one per field. */
  issues: FieldIssue[]
}

const readId = ifValid(object({ _id: string }))

/**
 * Reads the notifications of a page. An invalid one does not hide the others. Valid ones are the received objects: the
 * objects of `JSON.parse` take less memory than copies, and are faster to copy.
 */
export const readItems = (items: readonly unknown[]): { data: InboxNotification[]; unreadable: UnreadableItem[] } => {
  const read: InboxNotification[] = []
  const unreadable: UnreadableItem[] = []
  for (const [index, item] of items.entries()) {
    const issues: FieldIssue[] = []
    const notification = notificationGuard(item, issues)
    if (issues.length === 0) read.push(notification)
    else unreadable.push({ index, id: readId(item)?._id, issues })
  }
  return { data: read, unreadable }
}
