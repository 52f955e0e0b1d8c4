import type { TestService } from './createTestService.ts'
import { createInMemoryLocks, type InMemoryLocks } from './inMemoryLocks.ts'

type ConnectableService = Pick<TestService, 'fetch' | 'subscriberId'> & Partial<Pick<TestService, 'live'>>

/**
 * The props that connect an `<Inbox>` or `<InboxProvider>` to a test service: `<Inbox {...inboxProps(service)} />`.
 * They disable retries and tab synchronization, send marks at once, and allow any `pollInterval`. Props after the
 * spread override them.
 */
export const inboxProps = ({ fetch, subscriberId, live }: ConnectableService) => ({
  /** The subscriber of the test service. */
  subscriberId,
  /** Any path works: the test service ignores it. */
  baseUrl: '/api/inbox',
  /** Sends requests to the test service. */
  fetch,
  /** Failed requests are not retried. */
  retry: false as const,
  /** Replaces the browser features of the inbox. */
  environment: {
    /** Marks are sent after 1 ms. */
    gatherFor: 1,
    /** Notifications in view are marked as seen after 1 ms. */
    gatherSeenFor: 1,
    /** Any `pollInterval` is allowed. */
    shortestPoll: 0,
    /** No channel to other tabs: tests in one process would share it. */
    openBroadcast: () => undefined,
    /** No locks, for the same reason. With the option `live`, locks that no other inbox shares. */
    locks: live?.isEnabled ? createInMemoryLocks() : (undefined as InMemoryLocks | undefined),
    ...(live?.isEnabled && {
      /** With the option `live`, reconnects and hints with a `spread` are not delayed by chance. */
      random: () => 0,
    }),
  },
})
