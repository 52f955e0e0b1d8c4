import type { Stamped } from './applyMarks.ts'

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
