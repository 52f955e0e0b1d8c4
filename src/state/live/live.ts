import { onlineManager } from '@tanstack/react-query'
import type { InboxClient } from '../../client/inboxClient.ts'
import { untilWoken } from '../../client/untilWoken.ts'
import type { LiveHint } from '../../contract/live/liveStream.ts'
import { type InboxCache, prefetchOf, watchAnswers } from '../cache/cachedPages.ts'
import type { Refresh } from '../cache/refresh.ts'
import { createStore } from '../model/createStore.ts'
import { joinStops } from '../model/listen.ts'
import type { Locks } from '../model/locks.ts'
import { polling } from '../model/pollInterval.ts'
import type { Tick } from '../model/ticker.ts'
import type { LiveMessage, LiveState } from '../tabs/tabChannel.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { createHintedFetch } from './hintedFetch.ts'
import { type EndedStream, healthyAfter, planReconnect, type Reconnect } from './reconnect.ts'
import { createStreamOwner, type StreamOwner, type Visibility } from './streamOwner.ts'

/**
 * Fetches when a hint arrives. The stream is open in one tab of the browser, which broadcasts its hints to the others.
 */
export interface Live {
  getState(): LiveState
  subscribe(listener: () => void): () => void
  /** Opens the stream, or waits for that of another tab. */
  start(): () => void
  /** Fetches on hints in a hidden tab too, until the returned function is called. */
  needHidden(): () => void
  /** Gets a message of another tab. */
  receive(message: LiveMessage): void
  /** Fetches at once, as after a hint. Fetches within a second are joined. Resolves after the fetch. */
  refresh(): Promise<void>
  /**
   * Whether a component that mounts refetches a page: always after a hint or an arrival, and if it is stale as long as
   * changes may go unnoticed. Not while the stream hints every change and has hinted none, but no longer than the pause
   * between two polls, because a hint may be lost.
   */
  refetchOnMount(requestedAt: Tick): boolean | 'always'
  /** A page has arrived. One that was requested before the last hint may lack the change: it is fetched again. */
  onAnswer(requestedAt: Tick, token?: string): void
  /**
   * A mark of this browser has settled or failed. The service does not hint it to this browser. While polls are rare,
   * one fetch follows after 30 seconds: a count that was requested during the mark, or a request that arrives late,
   * would be wrong for minutes.
   */
  onMark(): void
}

interface LiveOptions extends InboxCache {
  client: InboxClient
  subscriberId: string
  /** Names the inbox in the browser. The same in every tab. */
  name: string
  tabs: Pick<Tabs, 'broadcast'>
  refresh: Pick<Refresh, 'olderThan'>
  tick: () => Tick
  now: () => number
  random: () => number
  newId: () => string
  locks: Locks | undefined
  visibility: Visibility
  lastArrivalAt: () => Tick
}

const closed: LiveState = { streamId: undefined, isComplete: false }

/** Resolves when some work has settled, or when the signal aborts. The signal outlives many streams. */
const settledOrAborted = (work: Promise<unknown>, signal: AbortSignal) =>
  untilWoken((wake) => {
    work.then(wake, wake)
    return () => {}
  }, signal)

export const createLive = (options: LiveOptions): Live => {
  const { client, subscriberId, name, tabs, refresh, tick, now, random, newId, locks, visibility } = options
  const store = createStore(closed)
  const { getState, setState } = store
  let users = 0
  let hiddenUsers = 0
  let leave = () => {}
  /** When the last hint came. A page that was requested before may lack the change. */
  let hintedAt: Tick = 0
  /** Hints may have been missed before this time: those of an earlier visit, or while no component was mounted. */
  let missedAt: Tick = tick()
  /** The token of the last page that had one, and the time of its request. */
  let proof: { token?: string; since: Tick } = { since: 0 }
  /** When the last page that arrived was requested. */
  let answeredAt: Tick = 0

  const hinted = createHintedFetch({
    now,
    random,
    fetch: async (isLater) => {
      if (isLater) hintedAt = tick()
      const before = options.lastArrivalAt()
      await refresh.olderThan(hintedAt)
      return options.lastArrivalAt() > before
    },
  })
  const onHint = (hint: LiveHint) => {
    hintedAt = tick()
    return hinted.onHint(hint)
  }
  const broadcastState = () => tabs.broadcast({ kind: 'stream', state: getState(), isHidden: !visibility.isVisible() })
  const broadcastWaiting = () => tabs.broadcast({ kind: 'waiting' })
  const change = (state: LiveState) => {
    setState(state)
    broadcastState()
  }

  const runStream = async (signal: AbortSignal): Promise<Omit<EndedStream, 'failures'>> => {
    // The first page has a token, which can save the fetch after the stream has opened. A failure is in its query.
    await settledOrAborted(prefetchOf(options, ...options.keys.firstOfAll), signal)
    const { token, since } = proof
    const streamId = newId()
    let openedAt: number | undefined
    const startedAt = tick()
    let error: unknown
    const hintAll = (hint: LiveHint) => {
      tabs.broadcast({ kind: 'hint', hint })
      void onHint(hint)
    }
    const onOpen = (isCurrent = false) => {
      // Hints may have been missed before it was open.
      if (!isCurrent) return hintAll({})
      missedAt = since
      // The other tabs may have older pages.
      tabs.broadcast({ kind: 'hint', hint: {} })
      void refresh.olderThan(since)
    }
    try {
      await client.streamHints?.(subscriberId, {
        streamId,
        token,
        signal,
        onStatus: ({ complete, current }) => {
          change({ streamId, isComplete: complete })
          if (openedAt === undefined) onOpen(current)
          openedAt ??= now()
        },
        onHint: hintAll,
      })
    } catch (thrown) {
      // The inbox polls. The reason decides when the next stream opens.
      error = thrown
    }
    change(closed)
    return {
      error,
      openFor: openedAt === undefined ? 0 : now() - openedAt,
      hasAnswered: answeredAt > startedAt,
    }
  }

  const pause = ({ after, wakeBy }: Reconnect, signal: AbortSignal) =>
    untilWoken((wake) => {
      const timer = after < Number.POSITIVE_INFINITY ? setTimeout(wake, after) : undefined
      return joinStops(
        () => clearTimeout(timer),
        ...(wakeBy === 'event'
          ? [
              onlineManager.subscribe((isOnline) => isOnline && wake()),
              visibility.subscribe(() => visibility.isVisible() && wake()),
            ]
          : []),
        ...(wakeBy === 'answer' ? [watchAnswers(options, wake)] : []),
      )
    }, signal)

  const owner =
    locks &&
    createStreamOwner({
      locks,
      name: `${name} live`,
      visibility,
      isNeededHidden: () => hiddenUsers > 0,
      broadcastWaiting,
      broadcastHidden: broadcastState,
      run: async (signal) => {
        for (let failures = 0; !signal.aborted;) {
          const ended = await runStream(signal)
          failures = ended.openFor >= healthyAfter ? 0 : failures + 1
          await pause(planReconnect({ ...ended, failures }, random()), signal)
        }
      },
    })

  const receive = (message: LiveMessage) => {
    if (users === 0) return
    switch (message.kind) {
      case 'stream':
        setState(message.state)
        if (message.isHidden && visibility.isVisible()) broadcastWaiting()
        return
      case 'hint':
        // A hidden tab gets the pages that visible ones broadcast, and refetches when it becomes visible.
        if (visibility.isVisible() || hiddenUsers > 0) void onHint(message.hint)
        else hintedAt = tick()
        return
      case 'waiting':
        if (owner?.isOwner()) broadcastState()
        owner?.onWaiting()
    }
  }

  const join = ({ update, release }: StreamOwner) => {
    const unsubscribe = visibility.subscribe(update)
    update()
    return () => {
      unsubscribe()
      release()
      missedAt = tick()
      hinted.stop()
      setState(closed)
    }
  }

  const changeHiddenUsers = (by: number) => {
    hiddenUsers += by
    if (users > 0) owner?.update()
  }

  return {
    ...store,
    start: () => {
      users += 1
      if (users === 1 && owner) leave = join(owner)
      return () => {
        users -= 1
        if (users === 0) leave()
      }
    },
    needHidden: () => {
      changeHiddenUsers(1)
      return () => changeHiddenUsers(-1)
    },
    receive,
    refresh: () => onHint({}),
    refetchOnMount: (requestedAt) =>
      requestedAt <= Math.max(hintedAt, options.lastArrivalAt())
        ? 'always'
        : !getState().isComplete || requestedAt < Math.max(missedAt, now() - polling.whileLive),
    onAnswer: (requestedAt, token) => {
      if (token) proof = { token, since: requestedAt }
      answeredAt = requestedAt
      if (requestedAt < hintedAt) void hinted.onHint({})
    },
    onMark: () => {
      if (getState().isComplete) hinted.fetchLater()
    },
  }
}
