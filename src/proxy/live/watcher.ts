import type { StreamEnvironment } from './liveOptions.ts'

/** Polls the connected subscribers of a service that nothing else gets hints from. */
export interface Watcher {
  start(subscriberId: string): void
  stop(subscriberId: string): void
}

interface WatcherOptions {
  /** Interval of the polls, in milliseconds. */
  interval: number
  environment: StreamEnvironment
  fetchPage: (subscriberId: string, signal: AbortSignal) => Promise<unknown>
  isNeeded: () => boolean
  /** The newest page of the subscriber has changed. */
  onChange: (subscriberId: string) => void
  /** A poll has failed. Called once until one succeeds. */
  onError: (error: unknown, subscriberId: string) => void
}

/** A subscriber who is polled. */
interface Watched {
  controller: AbortController
  cancelTimer?: () => void
  /** Digest of the last page. Undefined before the first one. */
  digest?: string
}

/**
 * Returns 64 bits that differ if the page does. A page has some 30 kB, so 10,000 of them would need 300 MB. Two hashes,
 * each of which a different page changes with near certainty.
 */
const digestOf = (page: unknown): string => {
  const text = JSON.stringify(page)
  let [first, second] = [0x811c9dc5, 0x9dc5811c]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x9e3779b1)
  }
  return `${first} ${second}`
}

export const createWatcher = (options: WatcherOptions): Watcher => {
  const { interval, environment, fetchPage, isNeeded, onChange, onError } = options
  const watched = new Map<string, Watched>()
  let isFailing = false

  /** @param isFirst the first poll hints nothing: the browser has just connected, and fetches too. */
  const poll = async (subscriberId: string, entry: Watched, isFirst: boolean) => {
    const { signal } = entry.controller
    try {
      if (isNeeded()) {
        const digest = digestOf(await fetchPage(subscriberId, signal))
        isFailing = false
        if (signal.aborted) return
        const changed = digest !== entry.digest
        entry.digest = digest
        if (changed && !isFirst) onChange(subscriberId)
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isFailing) onError(error, subscriberId)
      isFailing = true
    }
    entry.cancelTimer = environment.schedule(() => void poll(subscriberId, entry, false), interval)
  }

  return {
    start(subscriberId) {
      const entry: Watched = { controller: new AbortController() }
      watched.set(subscriberId, entry)
      void poll(subscriberId, entry, true)
    },
    stop(subscriberId) {
      const entry = watched.get(subscriberId)
      watched.delete(subscriberId)
      entry?.cancelTimer?.()
      entry?.controller.abort()
    },
  }
}
