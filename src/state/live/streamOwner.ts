import { warnRefused } from '../model/ifAllowed.ts'
import type { Locks } from '../model/locks.ts'

/** Whether the user sees the tab. */
export interface Visibility {
  /** Returns whether the tab is visible. */
  isVisible: () => boolean
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

interface StreamOwnerOptions {
  /** Undefined in a browser without Web Locks. */
  locks: Locks | undefined
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

/**
 * Decides which tab of the browser owns the stream: the one that has a Web Lock. Without Web Locks, as on plain http
 * and in some frames of other sites, each visible tab has a stream of its own. A hidden one has none, because browsers
 * open six connections to a server for all tabs together.
 */
export interface StreamOwner {
  isOwner(): boolean
  /** Whether there are no Web Locks, so that other tabs have streams of their own. */
  isAlone(): boolean
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
  let isAlone = locks === undefined
  /** Settles when the last stream without a lock has ended. */
  let ended: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  const acquire = () => {
    if (request) return
    request = new AbortController()
    const { signal } = request
    const own = async () => {
      if (signal.aborted) return
      isOwner = true
      await run(signal)
      isOwner = false
    }
    const wait = async () => locks?.request(name, { signal }, own)
    const refuse = (error: unknown) => {
      if (signal.aborted) return
      warnRefused('Web Locks', error)
      isAlone = true
      request = undefined
      update()
    }
    if (isAlone) ended = ended.then(own)
    else wait().catch(refuse)
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
    if (isAlone) {
      if (visibility.isVisible()) acquire()
      else release()
    } else if (visibility.isVisible()) {
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
    isAlone: () => isAlone,
    update,
    onWaiting: () => {
      if (isOwner && !isAlone) releaseIfHidden()
    },
    release,
  }
}
