import { useSyncExternalStore } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import { createStore } from '../../state/model/createStore.ts'

/** Load state of a piece of code. */
export type CodeState<Code> =
  | { status: 'absent' | 'loading' }
  | { status: 'ready'; code: Code }
  | { status: 'failed'; error: Error }

/** A piece of code that a browser page loads shortly before it is needed. */
export interface OnDemand<Code> {
  getState: () => CodeState<Code>
  subscribe: (listener: () => void) => () => void
  /** Loads the code, unless it is loaded or loading. After a failure, loads it again. */
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
/** Repeats every load so far. */
const reloads = new Set<() => Promise<void>>()

/**
 * Loads something with every piece of code, such as a style sheet that no page imports. The code is ready once both
 * are.
 */
export const loadBeside = (load: () => Promise<unknown>): void => {
  companions.push(load)
  // The panel may have been open before the entry point that needs a companion was imported.
  for (const reload of reloads) void reload()
}

/**
 * Unlike with React's `lazy`, code can load before it renders, it renders without suspending once loaded, and it can
 * load again after a failure.
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

/** Code that is loaded with the browser page, such as that of an inbox without a bell. */
export const loaded = <Code>(code: Code): OnDemand<Code> => {
  const state = { status: 'ready' as const, code }
  return { getState: () => state, subscribe: () => () => {}, load: () => {} }
}

/** The load state of a piece of code. It does not load the code. */
export const useOnDemand = <Code>(code: OnDemand<Code>): CodeState<Code> =>
  useSyncExternalStore(code.subscribe, code.getState, code.getState)
