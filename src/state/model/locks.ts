/** The part of the Web Locks API that keeps two tabs from doing the same at once. */
export type Locks = Pick<LockManager, 'request'>

/**
 * Runs a task that is told whether a lock was free; it holds the lock meanwhile if it was. Where the browser has no locks, or
 * forbids them (in a sandboxed frame), the lock is free for everybody.
 */
export const ifFree = async <Result>(
  locks: Locks | undefined,
  name: string,
  task: (isFree: boolean) => Promise<Result>,
): Promise<Result> => {
  if (locks === undefined) return task(true)
  let hasBegun = false
  const begin = (isFree: boolean) => {
    hasBegun = true
    return task(isFree)
  }
  try {
    return await locks.request(name, { ifAvailable: true }, (lock) => begin(lock !== null))
  } catch (error) {
    if (hasBegun) throw error
    return task(true)
  }
}
