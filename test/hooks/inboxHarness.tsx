import { renderHook } from '@testing-library/react'
import { Fragment, type ReactNode, StrictMode } from 'react'
import { InboxProvider, type InboxProviderProps } from '../../src/hooks/index.ts'
import type { TestService } from '../../src/testing/index.ts'

/** Renders hooks below a provider that asks the given test service. */
export const renderInbox = <Result,>(
  service: TestService,
  hook: () => Result,
  props: Partial<InboxProviderProps> = {},
  { isStrict = true } = {},
) => {
  const Mode = isStrict ? StrictMode : Fragment
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Mode>
      <InboxProvider
        subscriberId="ada"
        baseUrl="/api/inbox"
        fetch={service.fetch}
        retry={false}
        environment={{ gatherFor: 1, gatherSeenFor: 1, openBroadcast: () => undefined }}
        {...props}
      >
        {children}
      </InboxProvider>
    </Mode>
  )
  return renderHook(hook, { wrapper })
}

/** The requests of one operation, without those that came before. */
export const requestsOf = (service: TestService, operation: string) =>
  service.requests.filter((request) => request.operation === operation)
