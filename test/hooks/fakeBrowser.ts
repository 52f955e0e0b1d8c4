import type { Locks } from '../../src/state/askOnce.ts'
import type { Broadcast, OpenBroadcast } from '../../src/state/tabChannel.ts'

/** What the tabs of one browser share, without the real thing's own timing: a message arrives one turn later. */
export const createFakeBrowser = (): { openBroadcast: OpenBroadcast; locks: Locks; freezeLocks: () => void } => {
  const channels = new Map<string, Set<Broadcast>>()
  const held = new Set<string>()
  let isFrozen = false

  const openBroadcast: OpenBroadcast = (name) => {
    const peers = channels.get(name) ?? new Set()
    channels.set(name, peers)
    const own: Broadcast = {
      onmessage: null,
      postMessage: (message) => {
        const data: unknown = structuredClone(message)
        for (const peer of peers)
          if (peer !== own)
            queueMicrotask(() => peers.has(peer) && peer.onmessage?.(new MessageEvent('message', { data })))
      },
      close: () => void peers.delete(own),
    }
    peers.add(own)
    return own
  }

  const request = async (name: string, ...rest: unknown[]) => {
    const callback = rest.at(-1) as (lock: unknown) => unknown
    if (isFrozen || held.has(name)) return callback(null)
    held.add(name)
    try {
      return await callback({ name, mode: 'exclusive' })
    } finally {
      held.delete(name)
    }
  }

  return { openBroadcast, locks: { request: request as Locks['request'] }, freezeLocks: () => void (isFrozen = true) }
}
