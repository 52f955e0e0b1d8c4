import type { MarkVerb } from '../../contract/marks.ts'
import type { FailedMark, Flags, Mark, PendingMark, SettledAll, SettledItem, Span } from '../model/mark.ts'
import type { Tick } from '../model/ticker.ts'

/** The log of marks at one moment. Immutable: each change makes a new one. */
export interface MarkLogState {
  /** On their way, in the order in which they were made. */
  pending: readonly PendingMark[]
  /** Told to the reader until they are tried again or dismissed. */
  failed: readonly FailedMark[]
  /** Settled marks, folded: the last answer about each message. */
  settledItems: ReadonlyMap<string, SettledItem>
  /** Settled mark-alls, folded: the last of each verb and choice of feeds. */
  settledAlls: readonly SettledAll[]
}

export const emptyLog: MarkLogState = {
  pending: [],
  failed: [],
  settledItems: new Map(),
  settledAlls: [],
}

/** The log of marks of one subscriber, and whoever watches it. */
export interface MarkLog {
  getState(): MarkLogState
  /** Calls `listener` after each change. Returns a function that stops it. */
  subscribe(listener: () => void): () => void
  add(mark: Mark): void
  pause(ids: ReadonlySet<string>): void
  resume(ids: ReadonlySet<string>): void
  /**
   * The service did these marks on messages, and answered with their flags.
   * @returns whether it is not known what came of them: another tab's mark on one of them was on its way at the same time,
   * and the service may have done the two in either order.
   */
  settleMessages(ids: ReadonlySet<string>, verb: MarkVerb, answered: ReadonlyMap<string, Flags>, span: Span): boolean
  /**
   * The service did a mark-all: our own, by its id, or another tab's.
   * @returns whether the flags that it left are not known: as above, or because services differ. "unread" also marks as seen
   * in production, and the answer of a mark-all names no messages.
   */
  settleAll(id: string | undefined, done: Pick<SettledAll, 'verb' | 'feeds'>, span: Span): boolean
  /** These marks failed. Quiet ones are forgotten. */
  fail(ids: ReadonlySet<string>, error: Error): void
  /** Takes over what a log of an earlier visit holds. Its pending marks take their places by when they were made. */
  restore(kept: RestoredLog): void
  /** Forgets marks on their way: another tab sends them. */
  drop(ids: ReadonlySet<string>): void
  /** Forgets a failed mark. */
  dismiss(id: string): void
  /** Drops what no page needs any more, given when the oldest page still cached was asked for. */
  prune(oldestPage: Tick): void
}

/** How far the moments of two tabs can be apart, in milliseconds: some browsers round their clocks so much against fingerprinting. */
const clockStep = 100

/** Whether two marks were on their way together, as far as one can tell. */
const overlaps = (a: Span, b: Span) => {
  const doubt = a.by === b.by ? 0 : clockStep
  return a.sentAt - doubt < b.settledAt && b.sentAt - doubt < a.settledAt
}

/** In the order in which they were done. One of the same kind applies wherever an earlier one does, and has the last word there. */
const lastOfEach = (alls: readonly SettledAll[]): SettledAll[] => {
  const inOrder = [...alls].sort((a, b) => a.settledAt - b.settledAt)
  return [...new Map(inOrder.map((all) => [JSON.stringify([all.verb, all.feeds]), all])).values()]
}

export const createMarkLog = (): MarkLog => {
  let state = emptyLog
  const listeners = new Set<() => void>()

  const change = (next: Partial<MarkLogState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const without = (ids: ReadonlySet<string>) => state.pending.filter((mark) => !ids.has(mark.id))
  const setStatus = (ids: ReadonlySet<string>, status: PendingMark['status']) => {
    if (!state.pending.some((mark) => ids.has(mark.id) && mark.status !== status)) return
    change({ pending: state.pending.map((mark) => (ids.has(mark.id) ? { ...mark, status } : mark)) })
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: (mark) => change({ pending: [...state.pending, { ...mark, status: 'pending' }] }),
    pause: (ids) => setStatus(ids, 'paused'),
    resume: (ids) => setStatus(ids, 'pending'),
    settleMessages: (ids, verb, answered, span) => {
      const settledItems = new Map(state.settledItems)
      let isContested = state.settledAlls.some((all) => overlaps(all, span))
      for (const [id, { read, seen }] of answered) {
        const other = settledItems.get(id)
        // Where both answers say the same, either may be the last.
        isContested ||= other !== undefined && (other.read !== read || other.seen !== seen) && overlaps(other, span)
        // Another tab's answer may come after a later one of our own.
        if ((other?.settledAt ?? 0) < span.settledAt) settledItems.set(id, { read, seen, verb, ...span })
      }
      change({ pending: without(ids), settledItems })
      return isContested
    },
    settleAll: (id, { verb, feeds }, span) => {
      const isContested = [...state.settledItems.values(), ...state.settledAlls].some((other) => overlaps(other, span))
      change({
        pending: id === undefined ? state.pending : without(new Set([id])),
        settledAlls: lastOfEach([...state.settledAlls, { verb, feeds, ...span }]),
      })
      return isContested || verb === 'unread'
    },
    fail: (ids, error) => {
      const failed = state.pending
        .filter((mark) => ids.has(mark.id) && !mark.isQuiet)
        .map(({ id, verb, target }) => ({ id, verb, target, error }))
      change({ pending: without(ids), failed: [...state.failed, ...failed] })
    },
    restore: (kept) => {
      const settledItems = new Map(state.settledItems)
      for (const [id, item] of kept.settledItems)
        if ((settledItems.get(id)?.settledAt ?? 0) < item.settledAt) settledItems.set(id, item)
      const pending = kept.pending.map((mark): PendingMark => ({ ...mark, status: 'pending' }))
      change({
        pending: [...pending, ...state.pending].sort((a, b) => (a.madeAt ?? 0) - (b.madeAt ?? 0)),
        settledItems,
        settledAlls: lastOfEach([...kept.settledAlls, ...state.settledAlls]),
      })
    },
    drop: (ids) => change({ pending: without(ids) }),
    dismiss: (id) => change({ failed: state.failed.filter((mark) => mark.id !== id) }),
    prune: (oldestPage) => {
      const settledAlls = state.settledAlls.filter((all) => all.settledAt > oldestPage)
      const settledItems = new Map([...state.settledItems].filter(([, item]) => item.settledAt > oldestPage))
      if (settledAlls.length === state.settledAlls.length && settledItems.size === state.settledItems.size) return
      change({ settledAlls, settledItems })
    },
  }
}

/** What a log takes from a kept one. */
export interface RestoredLog {
  /** In the order in which they were made. */
  pending: Mark[]
  settledItems: ReadonlyMap<string, SettledItem>
  settledAlls: readonly SettledAll[]
}
