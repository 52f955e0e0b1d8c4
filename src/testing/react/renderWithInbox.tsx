import type { RenderHookOptions, RenderHookResult, RenderOptions, RenderResult } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { Fragment, type ReactNode, StrictMode } from 'react'
import { InboxProvider } from '../../hooks/provider/InboxProvider.tsx'
import type { InboxProviderProps } from '../../hooks/provider/inboxProviderProps.ts'
import { createTestService, type TestService } from '../createTestService.ts'
import { inboxProps } from '../inboxProps.ts'
import { inboxIn, type InboxInPage } from './inboxIn.ts'
import { render, renderHook, userEvent } from './peers.ts'

/** The provider around the rendered element. */
export interface WithInboxOptions {
  /** The service that responds. Default: a new test service without notifications. */
  service?: TestService
  /** Props of the InboxProvider to override, such as `pollInterval`, `onError` or `queryClient`. */
  provider?: Partial<Omit<InboxProviderProps, 'children'>>
}

type Surroundings = WithInboxOptions & Pick<RenderOptions, 'reactStrictMode' | 'wrapper'>

const surround = ({ service = createTestService(), provider, reactStrictMode = true, wrapper }: Surroundings) => {
  // StrictMode includes the provider. Testing Library's own option would apply only inside of it.
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

/** Options of `renderWithInbox`, in addition to those of Testing Library's `render`. */
export interface RenderWithInboxOptions extends WithInboxOptions, Omit<RenderOptions, 'queries'> {
  /** Performs the interactions. Default `userEvent.setup()`. With fake timers, pass one with `advanceTimers`. */
  user?: UserEvent
}

/** The result of Testing Library's `render`, with the inbox. */
export interface RenderWithInboxResult extends RenderResult {
  /** The service that responds: the given one, or a new one. */
  service: TestService
  /** Performs the interactions. */
  user: UserEvent
  /** Queries and actions on the rendered inbox. */
  inbox: InboxInPage
}

/**
 * Renders an element inside an InboxProvider that is connected to a test service, in StrictMode unless
 * `reactStrictMode` is false. A component with a whole `<Inbox>` has its own provider: pass `inboxProps(service)` to
 * it, or use `toMswHandlers`.
 */
export const renderWithInbox = (ui: ReactNode, options: RenderWithInboxOptions = {}): RenderWithInboxResult => {
  const { user = userEvent.setup() } = options
  const { service, around } = surround(options)
  const view = render(ui, { ...options, ...around })
  return { ...view, service, user, inbox: inboxIn(view.container, user) }
}

/** Options of `renderHookWithInbox`, in addition to those of Testing Library's `renderHook`. */
export interface RenderHookWithInboxOptions<Props>
  extends WithInboxOptions, Omit<RenderHookOptions<Props>, 'queries'> {}

/** The result of `renderHookWithInbox`: that of Testing Library's `renderHook`, and the service. */
interface HookWithInbox<Result, Props> extends RenderHookResult<Result, Props> {
  /** The test service that the hook is connected to. */
  service: TestService
}

/**
 * Runs a hook inside an InboxProvider that is connected to a test service, in StrictMode unless `reactStrictMode` is
 * false.
 */
export const renderHookWithInbox = <Result, Props>(
  hook: (props: Props) => Result,
  options: RenderHookWithInboxOptions<Props> = {},
): HookWithInbox<Result, Props> => {
  const { service, around } = surround(options)
  return { ...renderHook(hook, { ...options, ...around }), service }
}
