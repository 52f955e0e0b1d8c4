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
  items.every((item, index) => {
    const before = items[index - 1]
    return before === undefined || compare(before, item) <= 0
  })
    ? items
    : [...items].sort(compare)

/** The loaded pages of a list as one list. */
interface JoinedPages {
  /** Newest first. Each notification once, from the page that was requested last. */
  items: readonly Stamped[]
}

interface Joined extends JoinedPages {
  pages: readonly StampedPage[]
}

/** The last result, by first page. Scrolling adds one page after another, and only that page is added to the result. */
const results = new WeakMap<StampedPage, Joined>()

const startsWith = (pages: readonly StampedPage[], start: readonly StampedPage[]) =>
  start.length <= pages.length && start.every((page, index) => page === pages[index])

/**
 * The index of each notification of some pages in a list, by id. Looks through the list, since a map of all its ids
 * would take more memory than the ids.
 */
export const indexesIn = (items: readonly Stamped[], pages: readonly StampedPage[]): Map<string, number> => {
  const ids = new Set(pages.flatMap(({ data }) => data.map(({ _id }) => _id)))
  const indexes = new Map<string, number>()
  items.forEach(({ notification }, index) => {
    if (ids.has(notification._id)) indexes.set(notification._id, index)
  })
  return indexes
}

const extend = (start: Joined, pages: readonly StampedPage[]): Joined => {
  const items = [...start.items]
  const added = pages.slice(start.pages.length)
  const indexes = indexesIn(items, added)
  for (const { data, requestedAt } of added)
    for (const notification of data) {
      const index = indexes.get(notification._id) ?? items.length
      const other = items[index]
      if (other !== undefined && other.requestedAt >= requestedAt) continue
      indexes.set(notification._id, index)
      items[index] = { notification, requestedAt }
    }
  // A copy, without the reserve that an array gets as it grows.
  return { pages, items: newestFirst([...items]) }
}

export const joinPages = (pages: readonly StampedPage[]): JoinedPages => {
  const empty: Joined = { pages: [], items: [] }
  const [first] = pages
  if (first === undefined) return empty
  const last = results.get(first)
  if (last?.pages === pages) return last
  const joined = extend(last && startsWith(pages, last.pages) ? last : empty, pages)
  results.set(first, joined)
  return joined
}
