import type { MarkVerb } from '../../contract/marks.ts'
import { createStore, type Store } from '../model/createStore.ts'
import type { Delivery, FailedMark, Flags, Mark, PendingMark, SettledAll, SettledItem, Span } from '../model/mark.ts'
import type { Tick } from '../model/ticker.ts'

/** The part of the log that decides what is shown. It is immutable. */
export interface MarkLogState {
  /** Marks that have not settled yet, in the order in which they were made. */
  pending: readonly Mark[]
  /** Marks that failed, until the reader retries or dismisses them. */
  failed: readonly FailedMark[]
  /** The last response about each message, by message id, with the one before it. */
  settledItems: ReadonlyMap<string, SettledItem>
  /** The last settled mark-all of each verb and choice of feeds. */
  settledAlls: readonly SettledAll[]
}

export const emptyLog: MarkLogState = {
  pending: [],
  failed: [],
  settledItems: new Map(),
  settledAlls: [],
}

/**
 * The marks of one subscriber. It is the only queue: the outbox takes the next marks from it, and persistence writes
 * what it holds. Listeners are also notified when only a delivery changes. `getState()` then returns the same object,
 * so that nothing renders.
 */
export interface MarkLog extends Omit<Store<MarkLogState>, 'setState'> {
  /** The marks that have not settled yet, with the state of their delivery. */
  getPending(): readonly PendingMark[]
  add(mark: Mark): void
  /** Adds restored marks to the queue: this tab sends them. */
  queueRestored(ids: ReadonlySet<string>): void
  /** A request with these marks is about to leave under this idempotency key. */
  send(ids: ReadonlySet<string>, key: string): void
  /** The request of these marks waits until the browser is online. */
  pause(ids: ReadonlySet<string>): void
  /**
   * Settles marks on messages with the flags in the service's response.
   * @returns whether the result is uncertain: another tab's mark on one of the messages was in flight at the same time,
   * and the service may have done the two in either order.
   */
  settleMessages(ids: ReadonlySet<string>, verb: MarkVerb, answered: ReadonlyMap<string, Flags>, span: Span): boolean
  /**
   * Settles a mark-all: one of this tab, by its id, or one of another tab.
   * @returns whether its result is uncertain, for the reason above or because services differ: "unread" also marks as
   * seen in production, and the response of a mark-all names no messages.
   */
  settleAll(id: string | undefined, done: Pick<SettledAll, 'verb' | 'feeds'>, span: Span): boolean
  /** Moves marks from pending to failed. Quiet ones are dropped. */
  fail(ids: ReadonlySet<string>, error: Error): void
  /** Replaces the state, and sets the deliveries of pending marks that it did not have: see `restoreMarks`. */
  replace(next: MarkLogState, added: Iterable<readonly [id: string, delivery: Delivery]>): void
  /** Drops pending marks, because another tab sends them. */
  drop(ids: ReadonlySet<string>): void
  dismiss(id: string): void
  /** Drops settled marks that every page already includes, given when the oldest cached page was requested. */
  prune(oldestPage: Tick): void
}

/**
 * How far the clocks of two tabs can differ, in milliseconds. Some browsers round them that much against
 * fingerprinting.
 */
const clockStep = 100

/** Whether two marks were in flight at the same time, as far as the clocks can show. */
const overlaps = (a: Span, b: Span) => {
  const doubt = a.by === b.by ? 0 : clockStep
  return a.sentAt - doubt < b.settledAt && b.sentAt - doubt < a.settledAt
}

/** The last mark-all of each kind, in the order in which they were done. It applies wherever an earlier one would. */
export const lastOfEach = (alls: readonly SettledAll[]): SettledAll[] => {
  const inOrder = [...alls].sort((a, b) => a.settledAt - b.settledAt)
  return [...new Map(inOrder.map((all) => [JSON.stringify([all.verb, all.feeds]), all])).values()]
}

export const createMarkLog = (): MarkLog => {
  const { getState, setState, subscribe } = createStore(emptyLog)
  const deliveries = new Map<string, Delivery>()

  const change = (next: Partial<MarkLogState>) => setState({ ...getState(), ...next })
  const deliver = (ids: ReadonlySet<string>, next: Partial<Delivery>) => {
    for (const id of ids) deliveries.set(id, { status: 'queued', ...deliveries.get(id), ...next })
    setState(getState())
  }
  const without = (ids: ReadonlySet<string>) => {
    for (const id of ids) deliveries.delete(id)
    return getState().pending.filter((mark) => !ids.has(mark.id))
  }

  return {
    getState,
    subscribe,
    getPending: () =>
      getState().pending.map((mark) => ({ ...mark, ...(deliveries.get(mark.id) ?? { status: 'queued' }) })),
    add: (mark) => change({ pending: [...getState().pending, mark] }),
    queueRestored: (ids) => deliver(ids, { status: 'queued' }),
    send: (ids, sentAs) => deliver(ids, { status: 'sending', sentAs }),
    pause: (ids) => deliver(ids, { status: 'paused' }),
    settleMessages: (ids, verb, answered, span) => {
      const settledItems = new Map(getState().settledItems)
      let isContested = getState().settledAlls.some((all) => overlaps(all, span))
      for (const [id, { read, seen }] of answered) {
        const other = settledItems.get(id)
        // If both responses have the same flags, their order does not matter.
        isContested ||= other !== undefined && (other.read !== read || other.seen !== seen) && overlaps(other, span)
        // Another tab's response may arrive after a later one of this tab.
        if ((other?.settledAt ?? 0) < span.settledAt)
          settledItems.set(id, { read, seen, verb, ...span, earlier: other && { ...other, earlier: undefined } })
      }
      change({ pending: without(ids), settledItems })
      return isContested
    },
    settleAll: (id, { verb, feeds }, span) => {
      const { settledItems, settledAlls } = getState()
      const isContested = [...settledItems.values(), ...settledAlls].some((other) => overlaps(other, span))
      change({
        pending: without(new Set(id === undefined ? [] : [id])),
        settledAlls: lastOfEach([...settledAlls, { verb, feeds, ...span }]),
      })
      return isContested || verb === 'unread'
    },
    fail: (ids, error) => {
      const { pending, failed } = getState()
      const loud = pending.filter((mark) => ids.has(mark.id) && !mark.isQuiet)
      change({
        pending: without(ids),
        failed: [
          ...failed,
          ...loud.map(({ id, verb, target }) => ({
            id,
            verb,
            // Without `returnIds`: an older service, which is back after a failed update, refuses it.
            target: target.kind === 'all' ? { kind: target.kind, feeds: target.feeds } : target,
            error,
          })),
        ],
      })
    },
    replace: (next, added) => {
      for (const [id, delivery] of added) deliveries.set(id, delivery)
      setState(next)
    },
    drop: (ids) => {
      if (ids.size > 0) change({ pending: without(ids) })
    },
    dismiss: (id) => change({ failed: getState().failed.filter((mark) => mark.id !== id) }),
    prune: (oldestPage) => {
      const { settledItems, settledAlls } = getState()
      const items = new Map([...settledItems].filter(([, item]) => item.settledAt > oldestPage))
      const alls = settledAlls.filter((all) => all.settledAt > oldestPage)
      if (alls.length < settledAlls.length || items.size < settledItems.size)
        change({ settledItems: items, settledAlls: alls })
    },
  }
}
