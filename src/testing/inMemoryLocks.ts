/** The part of the Web Locks API that the inbox uses. */
export type InMemoryLocks = Pick<LockManager, 'request'>

/** The Web Locks of one browser. Every lock is exclusive. */
export const createInMemoryLocks = (): InMemoryLocks => {
  /** The requests that have or wait for each lock, by name. The first one has it. */
  const queues = new Map<string, object[]>()
  const changed = new EventTarget()

  const request = async (name: string, ...rest: unknown[]): Promise<never> => {
    const task = rest.at(-1) as (lock: { name: string; mode: LockMode } | null) => Promise<never>
    const { ifAvailable, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions
    signal?.throwIfAborted()
    const queue = queues.get(name) ?? []
    queues.set(name, queue)
    if (ifAvailable && queue.length > 0) return task(null)
    const own = {}
    queue.push(own)
    try {
      while (queue[0] !== own) {
        await new Promise((resolve) => {
          changed.addEventListener(name, resolve, { once: true })
          signal?.addEventListener('abort', resolve, { once: true })
        })
        signal?.throwIfAborted()
      }
      return await task({ name, mode: 'exclusive' })
    } finally {
      queue.splice(queue.indexOf(own), 1)
      changed.dispatchEvent(new Event(name))
    }
  }

  return { request }
}
