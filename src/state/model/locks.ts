/** The part of the Web Locks API that the inbox uses. */
export type Locks = Pick<LockManager, 'request'>

/**
 * Runs a task with whether a lock was free. If it was, the task holds the lock. In a browser without Web Locks, or in a sandboxed
 * frame that forbids them, every lock is free.
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
    return task(true)
  }
}
