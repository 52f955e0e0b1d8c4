import type { InboxProviderProps } from '../../src/hooks/index.ts'
import type { TestService } from '../../src/testing/index.ts'
import { renderHookWithInbox } from '../../src/testing/react.ts'

/** Renders hooks inside a provider that fetches from the given test service. */
export const renderInbox = <Result,>(
  service: TestService,
  hook: () => Result,
  provider: Partial<InboxProviderProps> = {},
  { isStrict = true } = {},
) => renderHookWithInbox(hook, { service, provider, reactStrictMode: isStrict })
