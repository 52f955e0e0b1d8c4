import type { TestService } from './createTestService.ts'

/**
 * The props that connect an `<Inbox>` or `<InboxProvider>` to a test service: `<Inbox {...inboxProps(service)} />`.
 * They disable retries and tab synchronization, send marks at once, and allow any `pollInterval`. Props after the
 * spread override them.
 */
export const inboxProps = ({ fetch, subscriberId }: Pick<TestService, 'fetch' | 'subscriberId'>) => ({
  subscriberId,
  baseUrl: '/api/inbox',
  fetch,
  retry: false as const,
  environment: { gatherFor: 1, gatherSeenFor: 1, shortestPoll: 0, openBroadcast: () => undefined, locks: undefined },
})
