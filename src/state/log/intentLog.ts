import { createStore, type Store } from '../model/createStore.ts'
import { isSameFlags } from '../model/mark.ts'
import type { Tick } from '../model/ticker.ts'
import type { FailedIntent, Intent, PendingIntent, SendState, Settled, SettledItem, Span } from './intent.ts'

/** The part of the log that decides what is shown. It is immutable. */
export interface IntentLogState {
  /** Intents that have not settled yet, in the order in which they were made. */
  pending: readonly Intent[]
  /** Intents that failed, until the user retries or dismisses them. */
  failed: readonly FailedIntent[]
  /** The last response about each message, by message id, with the one before it. */
  settledItems: ReadonlyMap<string, SettledItem>
  /** The last ones that are alike and whose response names no messages, in the order in which they were done. */
  settledOthers: readonly Settled[]
}

export const emptyLog: IntentLogState = {
  pending: [],
  failed: [],
  settledItems: new Map(),
  settledOthers: [],
}

/**
 * What one subscriber wants. It is the only queue: the outbox takes the next intents from it, and persistence writes
 * what it holds. Listeners are also notified when only a send state changes. `getState()` then returns the same object,
 * so that nothing renders.
 */
export interface IntentLog extends Omit<Store<IntentLogState>, 'setState'> {
  /** The intents that have not settled yet, with their send states. */
  getPending(): readonly PendingIntent[]
  /** @param status Default "queued". */
  add(intent: Intent, status?: SendState['status']): void
  /** Adds restored or held intents to the queue: this tab sends them. */
  queue(ids: ReadonlySet<string>): void
  /** A request with these intents is about to leave under this idempotency key. */
  send(ids: ReadonlySet<string>, key: string): void
  /** The request of these intents waits until the browser is online. */
  pause(ids: ReadonlySet<string>): void
  /**
   * Settles intents with the service's response, or what another tab's request has done.
   * @param ids those of this tab.
   * @returns whether the result is uncertain: another intent that concerns the same messages was in flight at the same
   * time, and the service may have done the two in either order.
   */
  settle(ids: ReadonlySet<string>, settled: Settled): boolean
  /** Moves intents from pending to failed. Quiet ones are dropped. */
  fail(ids: ReadonlySet<string>, error: Error): void
  /** Replaces the state, and sets the send states of pending intents that it did not have: see `restoreIntents`. */
  replace(next: IntentLogState, added: Iterable<readonly [id: string, sendState: SendState]>): void
  /** Drops pending intents, because another tab sends them, or because the subscriber has left. */
  drop(ids: ReadonlySet<string>): void
  dismiss(id: string): void
  /** Drops what has settled and is in every page of the feed, given when the oldest cached page was requested. */
  prune(oldestPage: Tick): void
}

/**
 * How far the clocks of two tabs can differ, in milliseconds. Some browsers round them that much against
 * fingerprinting.
 */
const clockStep = 100

/** Whether two intents were in flight at the same time, as far as the clocks can show. */
const overlaps = (a: Span, b: Span) => {
  const doubt = a.by === b.by ? 0 : clockStep
  return a.sentAt - doubt < b.settledAt && b.sentAt - doubt < a.settledAt
}

/** Names what an intent does, so that two that do the same have one name. */
const nameOf = ({ id: _id, madeAt: _madeAt, isQuiet: _isQuiet, ...what }: Intent) => JSON.stringify(what)

/** The last of those that do the same, in the order of their end. */
export const lastOfEach = (settled: readonly Settled[]): Settled[] => {
  const last = new Map<string, Settled>()
  for (const each of [...settled].sort((a, b) => a.settledAt - b.settledAt)) {
    const name = nameOf(each.intent)
    // A Map remembers where a key was first: after off, on and off, the last one would come before the second.
    last.delete(name)
    last.set(name, each)
  }
  return [...last.values()]
}

export const createIntentLog = (): IntentLog => {
  const { getState, setState, subscribe } = createStore(emptyLog)
  const sendStates = new Map<string, SendState>()

  const change = (next: Partial<IntentLogState>) => setState({ ...getState(), ...next })
  const setSendState = (ids: ReadonlySet<string>, next: SendState) => {
    for (const id of ids) sendStates.set(id, { ...sendStates.get(id), ...next })
    setState(getState())
  }
  const without = (ids: ReadonlySet<string>) => {
    for (const id of ids) sendStates.delete(id)
    return getState().pending.filter((intent) => !ids.has(intent.id))
  }
  return {
    getState,
    subscribe,
    getPending: () =>
      getState().pending.map((intent) => ({ ...intent, ...(sendStates.get(intent.id) ?? { status: 'queued' }) })),
    add: (intent, status) => {
      if (status) sendStates.set(intent.id, { status })
      change({ pending: [...getState().pending, intent] })
    },
    queue: (ids) => setSendState(ids, { status: 'queued' }),
    send: (ids, sentAs) => setSendState(ids, { status: 'sending', sentAs }),
    pause: (ids) => setSendState(ids, { status: 'paused' }),
    settle: (ids, settled) => {
      const { intent, items, isUncertain = false, ...span } = settled
      const { settledOthers } = getState()
      let isContested =
        isUncertain || settledOthers.some((other) => other.intent.subject === intent.subject && overlaps(other, span))
      if (!items) {
        const others = intent.subject === 'feed' ? [...getState().settledItems.values()] : []
        isContested ||= others.some((other) => overlaps(other, span))
        change({ pending: without(ids), settledOthers: lastOfEach([...settledOthers, settled]) })
        return isContested
      }
      const settledItems = new Map(getState().settledItems)
      for (const [id, flags] of items) {
        const other = settledItems.get(id)
        // If both responses have the same flags, their order does not matter.
        const item: SettledItem = {
          ...other,
          by: undefined,
          ...flags,
          ...(flags.archived !== undefined && { placedAt: span.settledAt }),
          intent,
          ...span,
          earlier: other && { ...other, earlier: undefined },
        }
        isContested ||= other !== undefined && !isSameFlags(other, item) && overlaps(other, span)
        // Another tab's response may arrive after a later one of this tab.
        if ((other?.settledAt ?? 0) < span.settledAt) settledItems.set(id, item)
      }
      change({ pending: without(ids), settledItems })
      return isContested
    },
    fail: (ids, error) => {
      const { pending, failed } = getState()
      const loud = pending.filter((intent) => ids.has(intent.id) && !intent.isQuiet)
      change({
        pending: without(ids),
        failed: [...failed, ...loud.map(({ madeAt: _madeAt, ...intent }) => ({ ...intent, error }))],
      })
    },
    replace: (next, added) => {
      for (const [id, sendState] of added) sendStates.set(id, sendState)
      setState(next)
    },
    drop: (ids) => {
      if (ids.size > 0) change({ pending: without(ids) })
    },
    dismiss: (id) => change({ failed: getState().failed.filter((intent) => intent.id !== id) }),
    prune: (oldestPage) => {
      const { settledItems, settledOthers } = getState()
      const items = new Map([...settledItems].filter(([, item]) => item.settledAt > oldestPage))
      const others = settledOthers.filter(
        ({ intent, settledAt }) => intent.subject !== 'feed' || settledAt > oldestPage,
      )
      if (others.length < settledOthers.length || items.size < settledItems.size)
        change({ settledItems: items, settledOthers: others })
    },
  }
}
