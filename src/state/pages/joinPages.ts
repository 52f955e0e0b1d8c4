import type { Stamped, StampedPage } from '../model/stampedPage.ts'

const compare = (a: Stamped, b: Stamped) => {
  const [left, right] = [a.notification.createdAt ?? '', b.notification.createdAt ?? '']
  // Without a time, or with the same one, they stay in the service's order.
  if (left === '' || right === '' || left === right) return 0
  return left > right ? -1 : 1
}

/**
 * Orders notifications as the feed does, newest first. Pages that were requested at different times can have another
 * order: a notification that came back into a filtered list is on a later page.
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
  /** Newest first. Each notification once, from the page that was requested last. */
  items: readonly Stamped[]
  /** The index in `items`, by id. */
  places: ReadonlyMap<string, number>
}

interface Joined extends JoinedPages {
  pages: readonly StampedPage[]
  places: Map<string, number>
}

/** The last result, by first page. Scrolling adds one page after another, and only that page is added to the result. */
const results = new WeakMap<StampedPage, Joined>()

const startsWith = (pages: readonly StampedPage[], start: readonly StampedPage[]) =>
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
  const empty: Joined = { pages: [], items: [], places: new Map() }
  const [first] = pages
  if (first === undefined) return empty
  const last = results.get(first)
  if (last?.pages === pages) return last
  const joined = extend(last && startsWith(pages, last.pages) ? last : empty, pages)
  results.set(first, joined)
  return joined
}
