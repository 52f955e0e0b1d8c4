import { useEffect, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { InboxProvider, useFeed, useMarkAs } from '../src/hooks/index.ts'
import { createCannedService, pageSize } from './cannedService.ts'

const useInboxState = () => ({ feed: useFeed({}, { pageSize }), markAs: useMarkAs() })
type InboxState = ReturnType<typeof useInboxState>

/** An inbox in a page, whose state can be waited for. */
export interface LoadedInbox {
  state(): InboxState
  /** Resolves once a finished render fulfils a condition. */
  when(condition: (state: InboxState) => boolean): Promise<void>
  /** Draws something beside it, below the same provider. */
  draw(children: ReactNode): void
  unmount(): void
}

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
  const draw = (children: ReactNode) =>
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
  draw(undefined)

  return {
    state: () => {
      if (state === undefined) throw new Error('The inbox has not been drawn yet.')
      return state
    },
    when: (condition) =>
      new Promise((resolve) => {
        check = () => {
          if (state && condition(state)) resolve()
        }
        check()
      }),
    draw,
    unmount: () => root.unmount(),
  }
}

/** Loads the next page. Resolves when it is shown, with how long that took in milliseconds. */
export const loadNext = async (inbox: LoadedInbox): Promise<number> => {
  const { feed } = inbox.state()
  const loaded = feed.notifications.length
  const start = performance.now()
  void feed.fetchNextPage()
  await inbox.when((state) => state.feed.notifications.length > loaded && !state.feed.isFetching)
  return performance.now() - start
}
