import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { installIntersectionObserver } from '../components/fakeIntersectionObserver.ts'
import { pass } from '../setup/pass.ts'
import { requestCount, showInbox } from './showInbox.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('fetching notifications and opening the panel mark none as seen that was not in view', async () => {
  const view = installIntersectionObserver()
  const service = createTestService({ notifications: makeNotifications(3) })
  const inbox = showInbox(service, { pollInterval: 30_000 })
  await pass(1000)
  fireEvent.click(inbox.bell())
  await pass(40_000)
  expect(inbox.ids()).toEqual(['n2', 'n1', 'n0'])
  expect([requestCount(service, 'markAs'), requestCount(service, 'markAll'), inbox.count()]).toEqual([0, 0, 3])

  view.show(inbox.row('n1'), { height: 80, visible: 80 })
  await pass(2000)
  expect(service.notifications().map(({ seen }) => seen)).toEqual([false, true, false])
  expect(inbox.count()).toBe(2)
})

it('with seenWhen="open", opening the panel marks all as seen, and so do arrivals while it is open', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const inbox = showInbox(service, { pollInterval: 1_000, seenWhen: 'open' })
  await pass(2_000)
  expect([requestCount(service, 'markAll'), inbox.count()]).toEqual([0, 3])
  fireEvent.click(inbox.bell())
  await pass(10)
  expect([requestCount(service, 'markAll'), inbox.count()]).toEqual([1, 0])
  // They were new when the panel opened, and are highlighted until it closes.
  expect(inbox.row('n1')).toHaveAttribute('data-new')
  service.add(makeNotification(3))
  await pass(2_000)
  expect(inbox.ids()).toEqual(['n3', 'n2', 'n1', 'n0'])
  expect(service.notifications().every(({ seen, read }) => seen && !read)).toBe(true)
  fireEvent.click(inbox.bell())
  service.add(makeNotification(4))
  await pass(2_000)
  expect([requestCount(service, 'markAll'), inbox.count()]).toEqual([2, 1])
})

it('with seenWhen="never", nothing is marked as seen automatically', async () => {
  const view = installIntersectionObserver()
  const service = createTestService({ notifications: makeNotifications(3) })
  const inbox = showInbox(service, { seenWhen: 'never' })
  await pass(1_000)
  fireEvent.click(inbox.bell())
  await pass(10)
  view.show(inbox.row('n1'), { height: 80, visible: 80 })
  await pass(5_000)
  expect([requestCount(service, 'markAs'), requestCount(service, 'markAll'), inbox.count()]).toEqual([0, 0, 3])
})
