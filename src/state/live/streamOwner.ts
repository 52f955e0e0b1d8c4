import type { Locks } from '../model/locks.ts'

/** Whether the reader sees the tab. */
export interface Visibility {
  /** Returns whether the tab is visible. */
  isVisible: () => boolean
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

interface StreamOwnerOptions {
  locks: Locks
  /** The name of the lock. The same in every tab. */
  name: string
  visibility: Visibility
  /** Whether this tab needs the stream while it is hidden too, for a sound. */
  isNeededHidden: () => boolean
  /** Runs while this tab owns the stream. It must end when the signal aborts. */
  run: (signal: AbortSignal) => Promise<void>
  /** Broadcasts that this visible tab waits for the stream. A hidden owner then releases it. */
  broadcastWaiting: () => void
  /** Broadcasts that the owner is hidden. Visible tabs respond that they wait. */
  broadcastHidden: () => void
}

/** Decides which tab of the browser owns the stream: the one that has a Web Lock. */
export interface StreamOwner {
  isOwner(): boolean
  /** Takes, waits for or releases the stream, as the tab's visibility requires. */
  update(): void
  /** Another, visible tab waits for the stream. */
  onWaiting(): void
  release(): void
}

export const createStreamOwner = (options: StreamOwnerOptions): StreamOwner => {
  const { locks, name, visibility, isNeededHidden, run, broadcastWaiting, broadcastHidden } = options
  /** Ends the wait for the lock, or its ownership. */
  let request: AbortController | undefined
  let isOwner = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const acquire = () => {
    if (request) return
    request = new AbortController()
    const { signal } = request
    const own = async () => {
      isOwner = true
      await run(signal)
      isOwner = false
    }
    // A sandboxed frame forbids locks: the inbox polls. It also rejects if the wait is aborted.
    locks.request(name, { signal }, own).catch(() => undefined)
  }
  const release = () => {
    clearTimeout(timer)
    request?.abort()
    request = undefined
  }

  const releaseIfHidden = () => {
    if (visibility.isVisible()) return
    release()
    // Behind the tab that waits.
    if (isNeededHidden()) acquire()
  }

  const update = () => {
    clearTimeout(timer)
    if (visibility.isVisible()) {
      acquire()
      if (!isOwner) broadcastWaiting()
    } else if (isOwner) {
      broadcastHidden()
      // No tab is visible for a minute.
      if (!isNeededHidden()) timer = setTimeout(releaseIfHidden, 60_000)
    } else if (isNeededHidden()) acquire()
    else release()
  }

  return {
    isOwner: () => isOwner,
    update,
    onWaiting: () => {
      if (isOwner) releaseIfHidden()
    },
    release,
  }
}
