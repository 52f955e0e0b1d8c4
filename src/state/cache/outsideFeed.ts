import type { InboxClient } from '../../client/inboxClient.ts'
import { triageCalls } from '../../client/triageCalls.ts'
import type { NotificationV2 } from '../../contract/extensions/notificationV2.ts'
import type { FeedPage } from '../../contract/feed.ts'
import { feedLimit } from '../../contract/inbox/constants.ts'
import { readItems } from '../../contract/inbox/readItems.ts'
import { isObject } from '../../contract/isObject.ts'
import { pickFlags } from '../model/mark.ts'
import { cachedNotifications, type InboxCache, lastOffers } from './cachedPages.ts'
import type { PageQuery } from './pageSource.ts'

/** What a service sends, before it is checked. */
type Received = { readonly [Field in keyof NotificationV2]?: NotificationV2[Field] | null }

const buttonOf = (type: 'primary' | 'secondary', button: Received['primaryAction']) =>
  button ? [{ type, content: button.label }] : []

/** A feed item with what the form of v2 has of it: no payload. It is checked like those of the feed. */
const toFeedItem = (received: unknown) => {
  const listed: Received = isObject(received) ? received : {}
  const { id, workflow, avatar, redirect, primaryAction: primary, secondaryAction: secondary } = listed
  const used = primary?.isCompleted ? 'primary' : secondary?.isCompleted ? 'secondary' : undefined
  return {
    _id: id,
    _notificationId: id,
    _environmentId: '',
    _organizationId: '',
    _subscriberId: '',
    _jobId: '',
    _templateId: workflow?.id ?? '',
    templateIdentifier: workflow?.identifier,
    transactionId: listed.transactionId,
    createdAt: listed.createdAt,
    subject: listed.subject,
    content: listed.body,
    channel: listed.channelType,
    status: 'sent',
    payload: {},
    data: listed.data,
    tags: listed.tags,
    severity: listed.severity,
    read: listed.isRead,
    seen: listed.isSeen,
    archived: listed.isArchived,
    snoozedUntil: listed.isSnoozed ? listed.snoozedUntil : null,
    actor: avatar ? { type: 'user', data: avatar } : undefined,
    cta: {
      type: redirect ? 'redirect' : undefined,
      data: redirect ? { url: redirect.url } : undefined,
      action: {
        status: used && 'done',
        buttons: [...buttonOf('primary', primary), ...buttonOf('secondary', secondary)],
        result: used && { type: used },
      },
    },
  }
}

/**
 * Fetches a page of the archived or snoozed notifications. One that the cache has from the feed stays as it is there,
 * with its payload: its row looks the same in every list.
 */
export const fetchOutsideFeed = async (
  inbox: InboxCache & { client: InboxClient; subscriberId: string },
  { page = 0, limit = feedLimit.default, read, seen, archived, snoozed }: PageQuery,
  signal: AbortSignal,
): Promise<FeedPage> => {
  const query = { limit, offset: page * limit, read, seen, archived, snoozed }
  const listed = await triageCalls(inbox.client).listNotifications(inbox.subscriberId, query, { signal })
  const { data, unreadable } = readItems(listed.data.map(toFeedItem))
  const known = cachedNotifications(inbox, new Set(data.map(({ _id }) => _id)))
  return {
    data: data.map((item) => ({
      ...(known.get(item._id)?.notification ?? item),
      ...pickFlags(item),
      createdAt: item.createdAt,
    })),
    unreadable,
    hasMore: listed.hasMore,
    page,
    pageSize: listed.data.length,
    offers: { ...lastOffers(inbox), triage: true },
  }
}
