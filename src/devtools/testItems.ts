import { markVerbs } from '../contract/inbox/constants.ts'
import { guardedOperations } from '../contract/inbox/guardedOperations.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { InboxOperationName } from '../contract/inboxOperations.ts'
import { isObject } from '../contract/isObject.ts'
import type { MarkVerb } from '../contract/marks.ts'
import { predict } from '../state/model/mark.ts'

const prefix = 'tidings-devtools-'

/**
 * A notification that exists only in this browser page, as its text explains.
 * @param now milliseconds since 1970.
 */
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
  content: 'Sent by devtools. It exists only in this browser page.',
  channel: 'in_app',
  read: false,
  seen: false,
  cta: {},
  status: 'sent',
  payload: {},
  tags: ['tidings-devtools'],
})

export const isTestItem = (id: unknown): boolean => typeof id === 'string' && id.startsWith(prefix)

/** The flags of a filter. undefined: any value. */
interface Flags {
  read?: boolean | undefined
  seen?: boolean | undefined
}

/** The notifications that match a filter, newest first. */
export const matching = (items: readonly InboxNotification[], { read, seen }: Flags): InboxNotification[] =>
  items.filter((item) => (read ?? item.read) === item.read && (seen ?? item.seen) === item.seen)

const markItems = (
  items: readonly InboxNotification[],
  verb: MarkVerb,
  matches: (id: string) => boolean = () => true,
): InboxNotification[] => items.map((item) => (matches(item._id) ? { ...item, ...predict(item, verb) } : item))

const isRequestOf = (operation: InboxOperationName, url: URL) =>
  url.pathname.endsWith(guardedOperations[operation].path.split('{subscriberId}')[1] ?? '')

const flagOf = (value: string | null) => (value === null ? undefined : value === 'true')

/** Changes the body of a response. Some services wrap it as `{"data": …}`. */
const change = async (response: Response, by: (body: unknown) => unknown) => {
  if (!response.ok) return response
  const body: unknown = await response.json()
  const isWrapped = isObject(body) && Object.keys(body).join() === 'data'
  return Response.json(isWrapped ? { ...body, data: by(body.data) } : by(body), { status: response.status })
}

const verbOf = (body: unknown): MarkVerb | undefined =>
  isObject(body) ? markVerbs.find((verb) => verb === body.markAs) : undefined

/**
 * Responds as a service that has the test notifications: adds them to the first feed page, and applies marks to them.
 * All other requests reach the service unchanged.
 * @param store reads and writes the test notifications.
 */
export const playTestItems = async (
  store: { get: () => readonly InboxNotification[]; set: (items: readonly InboxNotification[]) => void },
  fetch: typeof globalThis.fetch,
  address: string,
  init: RequestInit,
): Promise<Response> => {
  const send = () => fetch(address, init)
  const items = store.get()
  const url = new URL(address, document.baseURI)
  if (items.length === 0) return send()

  if (isRequestOf('getFeed', url)) {
    const { searchParams } = url
    if (searchParams.has('page') || searchParams.has('payload')) return send()
    const matchingItems = matching(items, {
      read: flagOf(searchParams.get('read')),
      seen: flagOf(searchParams.get('seen')),
    })
    return change(await send(), (page) =>
      isObject(page) && Array.isArray(page.data)
        ? {
            ...page,
            data: [...matchingItems, ...page.data],
            ...(typeof page.totalCount === 'number' && { totalCount: page.totalCount + matchingItems.length }),
          }
        : page,
    )
  }
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  const verb = verbOf(body)
  if (verb === undefined || !isObject(body)) return send()
  if (isRequestOf('markAll', url)) {
    const response = await send()
    // Test notifications belong to no feed.
    if (response.ok && body.feedIdentifier === undefined) store.set(markItems(items, verb))
    return response
  }
  const ids = [body.messageId].flat()
  const ours = new Set(ids.filter(isTestItem))
  if (ours.size === 0) return send()
  const theirs = ids.filter((id) => !ours.has(id))
  const marked = markItems(items, verb, (id) => ours.has(id))
  const response =
    theirs.length === 0
      ? Response.json([], { status: 201 })
      : await fetch(address, { ...init, body: JSON.stringify({ ...body, messageId: theirs }) })
  if (response.ok) store.set(marked)
  return change(response, (messages) => [
    ...(Array.isArray(messages) ? messages : []),
    ...marked.filter(({ _id }) => ours.has(_id)),
  ])
}
