import type { Locks } from '../../src/state/model/locks.ts'
import type { OpenBroadcast } from '../../src/state/tabs/tabChannel.ts'

interface FakePage {
  openBroadcast: OpenBroadcast
  locks: Locks
}

/** The channels and locks that the tabs of one browser share. A message arrives one microtask later. */
export const createFakeBrowser = (): FakePage & {
  /** Opens a page. Closing it releases its locks. */
  openPage: () => { environment: FakePage; close: () => void }
  /** From now on, no lock is granted, as if a frozen tab had it. */
  freezeLocks: () => void
} => {
  const channels = new Map<string, Set<EventTarget>>()
  /** The page that has each lock. */
  const held = new Map<string, object>()
  const closed = new WeakSet<object>()
  let isFrozen = false

  const openBroadcast: OpenBroadcast = (name) => {
    const peers = channels.get(name) ?? new Set()
    channels.set(name, peers)
    const own = new EventTarget()
    peers.add(own)
    return {
      postMessage: (message) => {
        const data: unknown = structuredClone(message)
        for (const peer of peers)
          if (peer !== own)
            queueMicrotask(() => peers.has(peer) && peer.dispatchEvent(new MessageEvent('message', { data })))
      },
      addEventListener: (type, listener) =>
        own.addEventListener(type, (event) => {
          if (event instanceof MessageEvent) listener(event)
        }),
      close: () => void peers.delete(own),
    }
  }

  const isOptions = (value: unknown): value is LockOptions => typeof value === 'object' && value !== null
  const released = new EventTarget()
  const createLocks = (page: object) => {
    const release = (name: string) => {
      if (held.get(name) !== page) return
      held.delete(name)
      released.dispatchEvent(new Event(name))
    }
    const request = async (name: string, ...rest: unknown[]) => {
      const callback = rest.at(-1) as (lock: unknown) => unknown
      const ifAvailable = isOptions(rest[0]) && rest[0].ifAvailable === true
      if (isFrozen || (ifAvailable && held.has(name))) return callback(null)
      const { signal } = isOptions(rest[0]) ? rest[0] : {}
      const isAborted = () => signal?.aborted === true
      while (held.has(name) && !isAborted()) {
        await new Promise((resolve) => {
          released.addEventListener(name, resolve, { once: true })
          signal?.addEventListener('abort', resolve, { once: true })
        })
      }
      if (closed.has(page)) return undefined
      signal?.throwIfAborted()
      held.set(name, page)
      try {
        return await callback({ name, mode: 'exclusive' })
      } finally {
        release(name)
      }
    }
    const close = () => {
      closed.add(page)
      for (const name of held.keys()) release(name)
    }
    return { locks: { request }, close }
  }

  return {
    openBroadcast,
    locks: createLocks({}).locks,
    openPage: () => {
      const { locks, close } = createLocks({})
      return { environment: { openBroadcast, locks }, close }
    },
    freezeLocks: () => void (isFrozen = true),
  }
}
