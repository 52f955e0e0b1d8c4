/** A value that changes over time, in the shape that `useSyncExternalStore` takes. */
export interface Store<State> {
  getState: () => State
  /** Replaces the value and notifies the listeners. */
  setState: (next: State) => void
  /** Calls `listener` after each change. Returns a function that unsubscribes it. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store that starts with `initial`. */
export const createStore = <State>(initial: State): Store<State> => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    getState: () => state,
    setState: (next) => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
