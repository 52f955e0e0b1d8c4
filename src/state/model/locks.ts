import { untilCalledOrAborted } from '../../client/untilCalledOrAborted.ts'
import { warnRefused } from './ifAllowed.ts'
import { listen } from './listen.ts'

/** The part of the Web Locks API that the inbox uses. */
export type Locks = Pick<LockManager, 'request'>

/**
 * Runs a task with whether a lock was free. If it was, the task holds the lock. In a browser without Web Locks, or in a
 * sandboxed frame that forbids them, every lock is free.
 */
export const ifFree = async <Result>(
  locks: Locks | undefined,
  name: string,
  task: (isFree: boolean) => Promise<Result>,
): Promise<Result> => {
  if (locks === undefined) return task(true)
  let hasStarted = false
  const start = (isFree: boolean) => {
    hasStarted = true
    return task(isFree)
  }
  try {
    return await locks.request(name, { ifAvailable: true }, (lock) => start(lock !== null))
  } catch (error) {
    if (hasStarted) throw error
    warnRefused('Web Locks', error)
    return task(true)
  }
}

/**
 * How long a claim lasts, in milliseconds. All tabs learn of an arrival within a moment, but browsers run the timers of
 * a tab that has been hidden for long only once a minute.
 */
const claimLasts = 90_000

/**
 * Resolves when a claim ends: after its time, or with the page, because browsers keep no page for "back" that holds a
 * lock.
 */
const untilOver = () =>
  untilCalledOrAborted((wake) => {
    const timer = setTimeout(wake, claimLasts)
    const stop = listen(window, 'pagehide', wake)
    return () => {
      clearTimeout(timer)
      stop()
    }
  })

/**
 * Decides which tab of the browser notifies its user: the first one that claims the name. In a browser without Web
 * Locks, or in a sandboxed frame that forbids them, each tab does.
 *
 * @param name the same in every tab.
 * @returns whether this tab has the claim.
 */
export const claim = (locks: Locks | undefined, name: string): Promise<boolean> =>
  new Promise((resolve) => {
    void ifFree(locks, name, async (isFree) => {
      resolve(isFree)
      if (isFree) await untilOver()
    })
  })
