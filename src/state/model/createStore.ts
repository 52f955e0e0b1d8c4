/** A value that changes over time, in the shape that `useSyncExternalStore` takes. */
export interface Store<State> {
  getState: () => State
  setState: (next: State) => void
  subscribe: (listener: () => void) => () => void
}

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
