import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFeed, usePreferences, useUnreadCount } from '../../src/hooks/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { renderInbox } from '../hooks/inboxHarness.tsx'
import { pass } from '../setup/pass.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a feed and preferences that failed to load are loaded when the service responds again, without an interaction', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  service.fail('getFeed', { status: 500 }, 2)
  service.fail('getPreferences', { status: 500 })
  const { result } = renderInbox(
    service,
    () => ({ feed: useFeed(), preferences: usePreferences(), unread: useUnreadCount() }),
    { pollInterval: 10_000, retry: false },
  )
  await pass(1_000)
  expect([result.current.feed.status, result.current.preferences.status]).toEqual(['error', 'error'])
  await pass(60_000)
  expect(result.current.feed.notifications).toHaveLength(2)
  expect(result.current.preferences.status).toBe('success')
})

it('a query that fails while others succeed is not refetched with each poll: its error would flicker', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  service.fail('getPreferences', { status: 500 }, 1000)
  const { result } = renderInbox(service, () => ({ preferences: usePreferences(), unread: useUnreadCount() }), {
    pollInterval: 1_000,
    retry: false,
  })
  await pass(9_000)
  expect(service.requestsOf('getPreferences')).toHaveLength(1)
  await pass(300_000)
  expect(result.current.preferences.status).toBe('error')
  // After 10 seconds, and then with doubled delays.
  expect(service.requestsOf('getPreferences')).toHaveLength(5)
})
