import type { InboxNotification } from '../contract/inboxNotification.ts'
import { inboxOperations, type InboxOperationName } from '../contract/inboxOperations.ts'
import { markVerbs, type MarkVerb } from '../contract/marks.ts'
import { isObject } from '../contract/isObject.ts'
import { isTestItem, markItems, wantedOf } from './testItems.ts'

const asks = (operation: InboxOperationName, url: URL) =>
  url.pathname.endsWith(inboxOperations[operation].path.split('{subscriberId}')[1] ?? '')

const flagOf = (value: string | null) => (value === null ? undefined : value === 'true')

/** An answer with a changed body. Some services wrap theirs as `{"data": …}`. */
const change = async (response: Response, by: (answer: unknown) => unknown) => {
  if (!response.ok) return response
  const body: unknown = await response.json()
  const isWrapped = isObject(body) && Object.keys(body).join() === 'data'
  return Response.json(isWrapped ? { ...body, data: by(body.data) } : by(body), { status: response.status })
}

const verbOf = (body: unknown): MarkVerb | undefined =>
  isObject(body) ? markVerbs.find((verb) => verb === body.markAs) : undefined

/**
 * Plays a service that has the test items too: the first page of a feed holds them, and marks on them are done here. Everything
 * else reaches the service as it is.
 * @param store where the items are, and go.
 */
export const playTestItems = async (
  store: { get: () => readonly InboxNotification[]; set: (items: readonly InboxNotification[]) => void },
  fetch: typeof globalThis.fetch,
  address: string,
  init: RequestInit,
): Promise<Response> => {
  const send = () => fetch(address, init)
  const items = store.get()
  const url = new URL(address, globalThis.location.href)
  if (items.length === 0) return send()

  if (asks('getFeed', url)) {
    const { searchParams } = url
    if (searchParams.has('page') || searchParams.has('payload')) return send()
    const wanted = wantedOf(items, { read: flagOf(searchParams.get('read')), seen: flagOf(searchParams.get('seen')) })
    return change(await send(), (page) =>
      isObject(page) && Array.isArray(page.data)
        ? {
            ...page,
            data: [...wanted, ...page.data],
            ...(typeof page.totalCount === 'number' && { totalCount: page.totalCount + wanted.length }),
          }
        : page,
    )
  }
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  const verb = verbOf(body)
  if (verb === undefined || !isObject(body)) return send()
  if (asks('markAll', url)) {
    const response = await send()
    // They are of no feed.
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
      ? Response.json([], { status: inboxOperations.markAs.status })
      : await fetch(address, { ...init, body: JSON.stringify({ ...body, messageId: theirs }) })
  if (response.ok) store.set(marked)
  return change(response, (messages) => [
    ...(Array.isArray(messages) ? messages : []),
    ...marked.filter(({ _id }) => ours.has(_id)),
  ])
}
