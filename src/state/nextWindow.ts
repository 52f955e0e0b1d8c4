import { feedLimit } from '../contract/feed.ts'

/** A part of the service's list, as its numbered pages can name it: from `number * limit`, `limit` notifications. */
export interface PageWindow {
  /** Counted from 0, whatever the service counts from. */
  number: number
  limit: number
}

/**
 * Chooses the part of a list to ask for next so that it begins within what is loaded, with the last notification at best:
 * an answer that begins with a notification that is known proves that nothing between was skipped. Pages of one size can't
 * overlap; pages of slightly different sizes can.
 *
 * @param loaded how many notifications stand above in the service's list.
 * @param pageSize how many to ask for, about.
 * @param most the most that the service answers with.
 */
export const nextWindow = (loaded: number, pageSize: number, most: number = feedLimit.max): PageWindow => {
  const last = Math.max(0, loaded - 1)
  const largest = Math.max(2 * pageSize, pageSize + 8)
  let best: PageWindow | undefined
  let bestScore = 0
  for (let limit = 1; limit <= most; limit++) {
    const fresh = limit - ((last % limit) + 1)
    const isAboutRight = limit >= pageSize / 2 && limit <= largest
    // Little twice, much new.
    const score = (fresh / limit + fresh / largest) * (isAboutRight ? 1 : 0.01)
    if (score <= bestScore) continue
    bestScore = score
    best = { number: Math.floor(last / limit), limit }
  }
  // Where even the largest page can't overlap, it goes on without.
  return best ?? { number: Math.floor(loaded / most), limit: most }
}
