import type { TestService } from './createTestService.ts'

/**
 * The props that connect an `<Inbox>` or `<InboxProvider>` with a test service: `<Inbox {...inboxProps(service)} />`. Nothing
 * is repeated after a failure, marks travel at once, `pollInterval` may be as short as you like, and no other tab of the
 * browser is listened to; each prop after the spread decides otherwise.
 */
export const inboxProps = ({ fetch, subscriberId }: Pick<TestService, 'fetch' | 'subscriberId'>) => ({
  subscriberId,
  baseUrl: '/api/inbox',
  fetch,
  retry: false as const,
  environment: { gatherFor: 1, gatherSeenFor: 1, shortestPoll: 0, openBroadcast: () => undefined, locks: undefined },
})
