import type { LiveHint } from '../../contract/live/liveStream.ts'
import type { Refresh } from '../cache/refresh.ts'
import { createStore } from '../model/createStore.ts'
import type { Locks } from '../model/locks.ts'
import { polling } from '../model/pollInterval.ts'
import type { Tick } from '../model/ticker.ts'
import type { LiveMessage, LiveState } from '../tabs/tabChannel.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { createHintedFetch } from './hintedFetch.ts'
import { closed, type PageProof, runStreams, type StreamEnvironment } from './runStreams.ts'
import { createStreamOwner } from './streamOwner.ts'

/**
 * Fetches when a hint arrives. The stream is open in one tab of the browser, which broadcasts its hints to the others.
 */
export interface LiveUpdates {
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
  onPage(requestedAt: Tick, token?: string): void
  /** The first page of all says whether the server has a stream. One that has none gets no request for it. */
  onOffer(isOffered: boolean): void
  /**
   * A mark of this browser has settled or failed. The service does not hint it to this browser. While polls are rare,
   * one fetch follows after 30 seconds: a count that was requested during the mark, or a request that arrives late,
   * would be wrong for minutes.
   */
  onMark(): void
}

interface LiveOptions extends StreamEnvironment {
  /** Names the inbox in the browser. The same in every tab. */
  name: string
  tabs: Pick<Tabs, 'broadcast'>
  refresh: Pick<Refresh, 'olderThan'>
  locks: Locks | undefined
  lastArrivalAt: () => Tick
}

export const createLiveUpdates = (options: LiveOptions): LiveUpdates => {
  const { name, tabs, refresh, tick, monotonic, random, locks, visibility } = options
  const store = createStore(closed)
  const { getState, setState } = store
  let users = 0
  let hiddenUsers = 0
  let leave = () => {}
  /** When the last hint came. A page that was requested before may lack the change. */
  let hintedAt: Tick = 0
  /** Hints may have been missed before this time: those of an earlier visit, or while no component was mounted. */
  let missedAt: Tick = tick()
  let proof: PageProof = { since: 0 }
  /** True until a page says otherwise: those that a server rendered or an earlier visit stored don't. */
  let isOffered = true
  /** When the last page that arrived was requested. */
  let lastRequestAt: Tick = 0

  const hinted = createHintedFetch({
    monotonic,
    random,
    fetch: async (isHinted) => {
      // Pages that were requested since the last hint may lack the change too.
      if (!isHinted) hintedAt = tick()
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

  const hintAll = (hint: LiveHint) => {
    tabs.broadcast({ kind: 'hint', hint })
    void onHint(hint)
  }
  const onOpen = (currentSince: Tick | undefined) => {
    // Hints may have been missed before it was open.
    if (currentSince === undefined) return hintAll({})
    missedAt = currentSince
    // The other tabs may have older pages.
    tabs.broadcast({ kind: 'hint', hint: {} })
    void refresh.olderThan(currentSince)
  }

  const owner = createStreamOwner({
    locks,
    name: `${name} live`,
    visibility,
    isNeededHidden: () => hiddenUsers > 0,
    broadcastWaiting,
    broadcastHidden: broadcastState,
    run: (signal) =>
      runStreams({
        ...options,
        signal,
        getProof: () => proof,
        isOffered: () => isOffered,
        lastRequestAt: () => lastRequestAt,
        onState: change,
        onOpen,
        onHint: hintAll,
      }),
  })

  const receive = (message: LiveMessage) => {
    if (users === 0) return
    switch (message.kind) {
      case 'stream':
        // The stream of another tab, beside that of this one.
        if (owner.isAlone()) return
        setState(message.state)
        if (message.isHidden && visibility.isVisible()) broadcastWaiting()
        return
      case 'hint':
        // A hidden tab gets the pages that visible ones broadcast, and refetches when it becomes visible.
        if (visibility.isVisible() || hiddenUsers > 0) void onHint(message.hint)
        else hintedAt = tick()
        return
      case 'waiting':
        if (owner.isOwner()) broadcastState()
        owner.onWaiting()
    }
  }

  const join = () => {
    const unsubscribe = visibility.subscribe(owner.update)
    owner.update()
    return () => {
      unsubscribe()
      owner.release()
      missedAt = tick()
      hinted.stop()
      setState(closed)
    }
  }

  const changeHiddenUsers = (by: number) => {
    hiddenUsers += by
    if (users > 0) owner.update()
  }

  return {
    ...store,
    start: () => {
      users += 1
      if (users === 1) leave = join()
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
        : !getState().isComplete || requestedAt < Math.max(missedAt, tick() - polling.whileLive),
    onPage: (requestedAt, token) => {
      if (token) proof = { token, since: requestedAt }
      lastRequestAt = requestedAt
      if (requestedAt < hintedAt) void hinted.onHint({})
    },
    onOffer: (next) => {
      isOffered = next
    },
    onMark: () => {
      if (getState().isComplete) hinted.fetchLater()
    },
  }
}
