import type { InboxKeys } from '../model/inboxKeys.ts'
import type { Locks } from '../model/locks.ts'

/**
 * For how long others find that something was claimed, in milliseconds. All tabs have heard of an arrival within a moment, but
 * browsers let one that has been hidden for long act once a minute.
 */
const holdFor = 90_000

/** A page that waits for "back" must not hold locks, or no browser lets it wait. */
const untilOver = () =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('pagehide', end)
      resolve()
    }
    const timer = setTimeout(end, holdFor)
    addEventListener('pagehide', end)
  })

/**
 * Decides which of a browser's tabs tells its reader of something: the first to claim it, and no other. Where the browser has
 * no Web Locks, or forbids them (in a sandboxed frame), each tab is told that it is the one.
 *
 * @param what its name, the same in every tab.
 */
export const claim = (
  { keys, environment: { locks } }: { keys: InboxKeys; environment: { locks: Locks | undefined } },
  what: string,
): Promise<boolean> => {
  if (locks === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    const name = [...keys.all, what].join(' ')
    locks
      .request(name, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null)
        if (lock !== null) await untilOver()
      })
      .catch(() => resolve(true))
  })
}
