import type { Stamped, StampedPage } from '../model/stampedPage.ts'

const compare = (a: Stamped, b: Stamped) => {
  const [left, right] = [a.notification.createdAt ?? '', b.notification.createdAt ?? '']
  // Without a time, or at the same time, they stay as the service ordered them.
  if (left === '' || right === '' || left === right) return 0
  return left > right ? -1 : 1
}

/**
 * Puts notifications in the order of the feed: by creation, newest first. Pages that were asked for at
 * different moments can hold them in another order: one that came back into a filtered list stands on a later page.
 */
export const newestFirst = (items: readonly Stamped[]): readonly Stamped[] =>
  items.every((item, place) => {
    const before = items[place - 1]
    return before === undefined || compare(before, item) <= 0
  })
    ? items
    : [...items].sort(compare)

/** The loaded pages of a list as one list. */
interface JoinedPages {
  /** Newest first, no notification twice; each from the answer that was asked for last. */
  items: readonly Stamped[]
  /** Where in `items` a notification stands, by id. */
  places: ReadonlyMap<string, number>
}

interface Joined extends JoinedPages {
  pages: readonly StampedPage[]
  places: Map<string, number>
}

/** What was joined last, by first page. Whoever scrolls adds one page after another: only that one is gone through. */
const known = new WeakMap<StampedPage, Joined>()

const begins = (pages: readonly StampedPage[], start: readonly StampedPage[]) =>
  start.length <= pages.length && start.every((page, place) => page === pages[place])

const placesOf = (items: readonly Stamped[]) =>
  new Map(items.map(({ notification }, place) => [notification._id, place]))

const extend = (start: Joined, pages: readonly StampedPage[]): Joined => {
  const items = [...start.items]
  const { places } = start
  for (const { data, requestedAt } of pages.slice(start.pages.length))
    for (const notification of data) {
      const place = places.get(notification._id) ?? items.length
      const other = items[place]
      if (other !== undefined && other.requestedAt >= requestedAt) continue
      places.set(notification._id, place)
      items[place] = { notification, requestedAt }
    }
  const ordered = newestFirst(items)
  return { pages, items: ordered, places: ordered === items ? places : placesOf(ordered) }
}

/** Joins the loaded pages of a list. */
export const joinPages = (pages: readonly StampedPage[]): JoinedPages => {
  const nothing: Joined = { pages: [], items: [], places: new Map() }
  const [first] = pages
  if (first === undefined) return nothing
  const last = known.get(first)
  if (last?.pages === pages) return last
  const joined = extend(last && begins(pages, last.pages) ? last : nothing, pages)
  known.set(first, joined)
  return joined
}
