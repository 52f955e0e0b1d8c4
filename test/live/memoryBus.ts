import type { LiveBus } from '../../src/live/index.ts'

/** A bus within one process, with faults. */
export const memoryBus = () => {
  const listeners = new Set<(text: string) => void>()
  const bus: LiveBus = {
    publish: async (text) => {
      control.texts.push(text)
      if (control.error) throw control.error
      if (!control.drops) for (const listener of listeners) listener(text)
    },
    subscribe: async (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const control = {
    bus,
    /** The texts that hubs have published. */
    texts: [] as string[],
    /** `publish` rejects with it. */
    error: undefined as Error | undefined,
    /** Texts are accepted and lost. */
    drops: false,
    listeners,
    /** Delivers a text that another program sent. */
    inject: (text: string) => {
      for (const listener of listeners) listener(text)
    },
  }
  return control
}
