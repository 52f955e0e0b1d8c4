import type { RenderHookOptions, RenderHookResult, RenderOptions, RenderResult } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { Fragment, type ReactNode, StrictMode } from 'react'
import { InboxProvider } from '../../hooks/provider/InboxProvider.tsx'
import type { InboxProviderProps } from '../../hooks/provider/inboxProviderProps.ts'
import { createTestService, type TestService } from '../createTestService.ts'
import { inboxProps } from '../inboxProps.ts'
import { inboxIn, type InboxInPage } from './inboxIn.ts'
import { render, renderHook, userEvent } from './peers.ts'

/** What stands around what is rendered. */
export interface WithInboxOptions {
  /** The service that it asks. Default: one of Ada's, with nothing in it. */
  service?: TestService
  /** Props of the InboxProvider that differ: `pollInterval`, `onError`, a `queryClient`. */
  provider?: Partial<Omit<InboxProviderProps, 'children'>>
}

type Surroundings = WithInboxOptions & Pick<RenderOptions, 'reactStrictMode' | 'wrapper'>

const surround = ({ service = createTestService(), provider, reactStrictMode = true, wrapper }: Surroundings) => {
  // Around the provider too, where Testing Library's own would stand within.
  const Mode = reactStrictMode ? StrictMode : Fragment
  const Around = wrapper ?? Fragment
  const Wrapper = ({ children }: { children: ReactNode }) => (
    <Mode>
      <Around>
        <InboxProvider {...inboxProps(service)} {...provider}>
          {children}
        </InboxProvider>
      </Around>
    </Mode>
  )
  return { service, around: { wrapper: Wrapper, reactStrictMode: false } }
}

/** Options of `renderWithInbox`: those of Testing Library's `render` too. */
export interface RenderWithInboxOptions extends WithInboxOptions, Omit<RenderOptions, 'queries'> {
  /** Who uses the page. Default `userEvent.setup()`; with fake timers, give one with `advanceTimers`. */
  user?: UserEvent
}

/** What Testing Library's `render` returns, and what belongs to the inbox. */
export interface RenderWithInboxResult extends RenderResult {
  /** The service that answers: the one that was given, else one of its own. */
  service: TestService
  /** Who uses the page. */
  user: UserEvent
  /** The inbox in the page: its bell, its rows. */
  inbox: InboxInPage
}

/**
 * Renders something of yours below an InboxProvider that asks a test service, in StrictMode unless `reactStrictMode` is false.
 * A component that holds a whole `<Inbox>` brings its own provider: hand it `inboxProps(service)`, or use `toMswHandlers`.
 */
export const renderWithInbox = (ui: ReactNode, options: RenderWithInboxOptions = {}): RenderWithInboxResult => {
  const { user = userEvent.setup() } = options
  const { service, around } = surround(options)
  const view = render(ui, { ...options, ...around })
  return { ...view, service, user, inbox: inboxIn(view.container, user) }
}

/** Options of `renderHookWithInbox`: those of Testing Library's `renderHook` too. */
export interface RenderHookWithInboxOptions<Props>
  extends WithInboxOptions, Omit<RenderHookOptions<Props>, 'queries'> {}

/** Runs a hook below an InboxProvider that asks a test service, in StrictMode unless `reactStrictMode` is false. */
export const renderHookWithInbox = <Result, Props>(
  hook: (props: Props) => Result,
  options: RenderHookWithInboxOptions<Props> = {},
): RenderHookResult<Result, Props> & { service: TestService } => {
  const { service, around } = surround(options)
  return { ...renderHook(hook, { ...options, ...around }), service }
}
