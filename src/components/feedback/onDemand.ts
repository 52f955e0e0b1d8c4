import { useSyncExternalStore } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import { createStore } from '../../state/model/createStore.ts'

/** How the loading of a piece of code fares. */
export type CodeState<Code> =
  | { status: 'absent' | 'loading' }
  | { status: 'ready'; code: Code }
  | { status: 'failed'; error: Error }

/** A piece of code that a page loads when somebody is about to need it. */
export interface OnDemand<Code> {
  getState: () => CodeState<Code>
  subscribe: (listener: () => void) => () => void
  /** Loads it, unless it is there or on its way. After a failure, loads it again. */
  load: () => void
}

const loadError = (cause: unknown) =>
  new SetupError(
    'TIDINGS_210',
    'Inbox',
    {
      what: 'the code of the panel failed to load.',
      why: String(cause),
      cure:
        process.env.NODE_ENV !== 'production'
          ? 'Check the network connection, and that the server still has the files of this version of the page.'
          : undefined,
    },
    { cause },
  )

const companions: (() => Promise<unknown>)[] = []
/** Loads once more what was asked for so far. */
const reloads = new Set<() => Promise<void>>()

/** Has something loaded with every piece of code, which is ready once both are: a style sheet, where no page brings it. */
export const loadBeside = (load: () => Promise<unknown>): void => {
  companions.push(load)
  // A page may have had its panel open before it came to an entry that needs more beside.
  for (const reload of reloads) void reload()
}

/**
 * Makes a piece of code that is loaded on demand. Unlike React's `lazy`, it can be loaded before it is rendered, is rendered
 * at once where it was, and can be loaded again after a failure.
 */
export const onDemand = <Code>(fetchCode: () => Promise<Code>): OnDemand<Code> => {
  const { getState, setState, subscribe } = createStore<CodeState<Code>>({ status: 'absent' })
  const run = async (): Promise<void> => {
    try {
      const [code] = await Promise.all([fetchCode(), ...companions.map((load) => load())])
      setState({ status: 'ready', code })
    } catch (error) {
      setState({ status: 'failed', error: loadError(error) })
    }
  }
  return {
    getState,
    subscribe,
    load: () => {
      const { status } = getState()
      if (status === 'loading' || status === 'ready') return
      reloads.add(run)
      setState({ status: 'loading' })
      void run()
    },
  }
}

/** Watches how the loading of a piece of code fares. It asks for nothing. */
export const useOnDemand = <Code>(code: OnDemand<Code>): CodeState<Code> =>
  useSyncExternalStore(code.subscribe, code.getState, code.getState)
