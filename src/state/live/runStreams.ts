import { onlineManager } from '@tanstack/react-query'
import type { InboxClient } from '../../client/inboxClient.ts'
import { untilCalledOrAborted } from '../../client/untilCalledOrAborted.ts'
import type { LiveHint } from '../../contract/live/liveStream.ts'
import { type InboxCache, prefetchOf, watchPages } from '../cache/cachedPages.ts'
import { joinStops } from '../model/listen.ts'
import type { Tick } from '../model/ticker.ts'
import type { LiveState } from '../tabs/tabChannel.ts'
import { type EndedStream, healthyAfter, planReconnect, type Reconnect } from './reconnect.ts'
import type { Visibility } from './streamOwner.ts'

/** The token of the last page that had one, and the time of its request. */
export interface PageProof {
  token?: string
  since: Tick
}

export interface StreamEnvironment extends InboxCache {
  client: InboxClient
  subscriberId: string
  tick: () => Tick
  monotonic: () => number
  random: () => number
  newId: () => string
  visibility: Visibility
}

interface StreamOptions extends StreamEnvironment {
  /** Ends the open stream, and opens no other. */
  signal: AbortSignal
  getProof: () => PageProof
  /** Whether the server has a stream, as far as is known. */
  isOffered: () => boolean
  /** When the last page that arrived was requested. */
  lastRequestAt: () => Tick
  onState: (state: LiveState) => void
  /** @param currentSince nothing has changed since then. Undefined: hints may have been missed. */
  onOpen: (currentSince: Tick | undefined) => void
  onHint: (hint: LiveHint) => void
}

export const closed: LiveState = { streamId: undefined, isComplete: false }

/** Resolves when some work has settled, or when the signal aborts. The signal outlives many streams. */
const settledOrAborted = (work: Promise<unknown>, signal: AbortSignal) =>
  untilCalledOrAborted((wake) => {
    work.then(wake, wake)
    return () => {}
  }, signal)

const runStream = async (options: StreamOptions): Promise<Omit<EndedStream, 'failures'>> => {
  const { client, subscriberId, tick, monotonic, signal } = options
  // The first page has a token, which can save the fetch after the stream has opened. A failure is in its query.
  await settledOrAborted(prefetchOf(options, ...options.keys.firstOfAll), signal)
  const isOffered = options.isOffered()
  if (!isOffered) return { error: undefined, openFor: 0, hasResponded: true, isOffered }
  const { token, since } = options.getProof()
  const streamId = options.newId()
  let openedAt: number | undefined
  const startedAt = tick()
  let error: unknown
  try {
    await client.streamHints?.(subscriberId, {
      streamId,
      token,
      signal,
      onStatus: ({ complete, current }) => {
        options.onState({ streamId, isComplete: complete })
        if (openedAt === undefined) options.onOpen(current ? since : undefined)
        openedAt ??= monotonic()
      },
      onHint: options.onHint,
    })
  } catch (thrown) {
    // The inbox polls. The reason decides when the next stream opens.
    error = thrown
  }
  options.onState(closed)
  return {
    error,
    openFor: openedAt === undefined ? 0 : monotonic() - openedAt,
    hasResponded: options.lastRequestAt() > startedAt,
    isOffered,
  }
}

const pause = ({ after, wakeBy }: Reconnect, options: StreamOptions) =>
  untilCalledOrAborted((wake) => {
    const { visibility } = options
    const timer = after < Number.POSITIVE_INFINITY ? setTimeout(wake, after) : undefined
    return joinStops(
      () => clearTimeout(timer),
      ...(wakeBy === 'event'
        ? [
            onlineManager.subscribe((isOnline) => isOnline && wake()),
            visibility.subscribe(() => visibility.isVisible() && wake()),
          ]
        : []),
      ...(wakeBy === 'response' ? [watchPages(options, wake)] : []),
    )
  }, options.signal)

/** Opens a stream of hints, and another one when it ends, until the signal aborts. */
export const runStreams = async (options: StreamOptions): Promise<void> => {
  for (let failures = 0; !options.signal.aborted;) {
    const ended = await runStream(options)
    failures = ended.openFor >= healthyAfter ? 0 : failures + 1
    await pause(planReconnect({ ...ended, failures }, options.random()), options)
  }
}
