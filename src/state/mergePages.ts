import type { FeedPage } from '../contract/feed.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { Stamped } from './applyMarks.ts'
import { newestFirst } from './newestFirst.ts'
import type { Tick } from './ticker.ts'

/** A page exactly as the service answered it, and when it was asked for. Nothing ever edits it. */
export interface StampedPage extends FeedPage {
  requestedAt: Tick
}

/** The pages of one list as one list. */
export interface MergedPages {
  /** Newest first, no notification twice; each from the answer that was asked for last. */
  items: readonly Stamped[]
  /** Notifications that have arrived, but were not let in yet. */
  held: InboxNotification[]
  /** So much has arrived that the newest page no longer touches the list: the list must be asked for anew. */
  hasGap: boolean
  /** Ids that the newest answer proves to be gone: nothing that another list knows of them brings them back. */
  gone: ReadonlySet<string>
}

/** Whether nothing can lie between a newer page and the older one below it. */
const touches = (newer: StampedPage, older: StampedPage) => {
  if (!newer.hasMore) return true
  const ids = new Set(older.data.map(({ _id }) => _id))
  return newer.data.some(({ _id }) => ids.has(_id))
}

/** The newest answers that form one piece with the list, from the newest down. */
const chainOf = (heads: readonly StampedPage[], first: StampedPage) => {
  const chain: StampedPage[] = []
  let below = first
  for (const head of heads.toReversed()) {
    if (!touches(head, below)) return { chain, cut: heads.slice(0, heads.length - chain.length) }
    chain.unshift(head)
    below = head
  }
  return { chain, cut: [] }
}

/** Whether a newer answer, which holds all there was above its last item, no longer holds this notification. */
const isMissingFrom = (head: StampedPage, ids: ReadonlySet<string>, { notification, requestedAt }: Stamped) => {
  if (requestedAt >= head.requestedAt || ids.has(notification._id) || head.unreadable.length > 0) return false
  if (!head.hasMore) return true
  const last = head.data.at(-1)?.createdAt
  return typeof last === 'string' && typeof notification.createdAt === 'string' && notification.createdAt > last
}

/**
 * Joins the loaded pages of a list and the newest pages that were asked for since.
 *
 * @param pages the loaded pages, in order.
 * @param heads newest pages asked for later, the latest first.
 * @param admittedAt heads asked for after this moment hold arrivals back; what they say of known items counts.
 * @param isTouchedSince whether a mark may explain that a notification is missing from a newer answer. Then it
 * stays, and the marks decide whether it belongs.
 */
export const mergePages = (
  pages: readonly StampedPage[],
  heads: readonly StampedPage[],
  admittedAt: Tick,
  isTouchedSince: (notification: InboxNotification, requestedAt: Tick) => boolean,
): MergedPages => {
  const first = pages[0]
  if (first === undefined) return { items: [], held: [], hasGap: false, gone: new Set() }
  const { chain, cut } = chainOf(
    heads.filter((head) => head.requestedAt > first.requestedAt),
    first,
  )

  const truth = new Map<string, Stamped>()
  for (const page of [...cut, ...chain, ...pages])
    for (const notification of page.data) {
      const known = truth.get(notification._id)
      if (known === undefined || known.requestedAt < page.requestedAt)
        truth.set(notification._id, { notification, requestedAt: page.requestedAt })
    }

  // Nothing has come in since: all that is known is shown.
  if (chain.length === 0 && cut.length === 0)
    return { items: newestFirst([...truth.values()]), held: [], hasGap: false, gone: new Set() }

  const shown = new Map<string, Stamped>()
  const held = new Map<string, InboxNotification>()
  for (const page of [...chain.filter((head) => head.requestedAt <= admittedAt), ...pages])
    for (const { _id } of page.data) {
      const item = truth.get(_id)
      if (item !== undefined) shown.set(_id, item)
    }
  for (const page of [...cut, ...chain])
    for (const notification of page.data)
      if (!shown.has(notification._id)) held.set(notification._id, notification)

  const items = newestFirst([...shown.values()])
  const rest = { held: [...held.values()], hasGap: cut.length > 0 }
  const newest = chain[0]
  if (newest === undefined) return { items, ...rest, gone: new Set() }
  const ids = new Set(newest.data.map(({ _id }) => _id))
  const gone = new Set(
    items
      .filter((item) => isMissingFrom(newest, ids, item) && !isTouchedSince(item.notification, newest.requestedAt))
      .map(({ notification }) => notification._id),
  )
  return { items: gone.size === 0 ? items : items.filter(({ notification }) => !gone.has(notification._id)), ...rest, gone }
}
