import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSeenOnOpen } from '../../../src/hooks/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('repeats a refused mark with the next arrival, and not before', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  service.fail('markAll', { status: 403 })
  renderInbox(service, () => useSeenOnOpen(), { pollInterval: 1_000 })
  await pass(10_000)
  expect(service.requestsOf('markAll')).toHaveLength(1)
  service.add(makeNotification(2))
  await pass(3_000)
  expect(service.requestsOf('markAll')).toHaveLength(2)
  expect(service.notifications().every(({ seen }) => seen)).toBe(true)
})

it('marks nothing if nothing is unseen', async () => {
  const service = createTestService({ notifications: makeNotifications(2, () => ({ seen: true })) })
  renderInbox(service, () => useSeenOnOpen(), { pollInterval: 1_000 })
  await pass(5_000)
  expect(service.requestsOf('markAll')).toEqual([])
})

it('requests nothing while it is disabled', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  renderInbox(service, () => useSeenOnOpen(false), { pollInterval: 1_000 })
  await pass(5_000)
  expect(service.requests).toEqual([])
})
