import { perOwner } from './perOwner.ts'

/** What became of a notification's buttons in this page. */
export type CtaState =
  | { phase: 'pending'; index: number }
  | { phase: 'done'; index: number }
  | { phase: 'failed'; index: number; error: unknown }

/**
 * Remembers, by notification, which button was used. It outlives the rows, since the interface has no operation that
 * stores a button's use: a row that is drawn anew must not offer the same button again.
 */
export interface CtaMemory {
  /** What became of the buttons of a notification, by its `_id`. Undefined: none was used. */
  read: (notificationId: string) => CtaState | undefined
  /** Notes it, and tells the listeners. */
  write: (notificationId: string, state: CtaState) => void
  /** Tells of each change, until the function that it returns is called. */
  subscribe: (listener: () => void) => () => void
}

/** Makes an empty memory. One subscriber's inbox keeps one. */
export const createCtaMemory = (): CtaMemory => {
  const states = new Map<string, CtaState>()
  const listeners = new Set<() => void>()
  return {
    read: (notificationId) => states.get(notificationId),
    write: (notificationId, state) => {
      states.set(notificationId, state)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The memory that belongs to an inbox, or to anything else that lasts: all lists of one inbox share it. */
export const ctaMemoryOf = perOwner(createCtaMemory)
