import { useEffect, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { InboxProvider, useFeed, useMarkAs } from '../src/hooks/index.ts'
import { createCannedService, pageSize } from './cannedService.ts'

const useInboxState = () => ({ feed: useFeed({}, { pageSize }), markAs: useMarkAs() })
type InboxState = ReturnType<typeof useInboxState>

/** A mounted inbox whose state can be awaited. */
export interface LoadedInbox {
  /** Returns the state of the last render. */
  state(): InboxState
  /** Resolves when a committed render meets a condition. */
  when(condition: (state: InboxState) => boolean): Promise<void>
  /** Renders children below the same provider. */
  render(children: ReactNode): void
  /** Unmounts the inbox. */
  unmount(): void
}

/** Mounts an inbox over a canned service. */
export const createLoadedInbox = (): LoadedInbox => {
  const fetch = createCannedService()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  let state: InboxState | undefined
  let check = () => {}

  const Probe = () => {
    const current = useInboxState()
    useEffect(() => {
      state = current
      check()
    })
    return null
  }
  const render = (children: ReactNode) =>
    root.render(
      <InboxProvider
        subscriberId="ada"
        baseUrl="/api/inbox"
        fetch={fetch}
        retry={false}
        pollInterval={1e9}
        environment={{ openBroadcast: () => undefined, locks: undefined, gatherFor: 0 }}
      >
        <Probe />
        {children}
      </InboxProvider>,
    )
  render(undefined)

  return {
    state: () => {
      if (state === undefined) throw new Error('The inbox has not been rendered yet.')
      return state
    },
    when: (condition) =>
      new Promise((resolve) => {
        check = () => {
          if (state && condition(state)) resolve()
        }
        check()
      }),
    render,
    unmount: () => root.unmount(),
  }
}

/** Loads the next feed page. Resolves when it is rendered, with the time that this took in milliseconds. */
export const loadNext = async (inbox: LoadedInbox): Promise<number> => {
  const { feed } = inbox.state()
  const loaded = feed.notifications.length
  const start = performance.now()
  void feed.fetchNextPage()
  await inbox.when((state) => state.feed.notifications.length > loaded && !state.feed.isFetching)
  return performance.now() - start
}
