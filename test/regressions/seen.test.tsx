import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { installIntersectionObserver } from '../components/fakeIntersectionObserver.ts'
import { asked, pass, showInbox } from './showInbox.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asking for notifications, and opening the panel, marks none as seen that nobody looked at', async () => {
  const view = installIntersectionObserver()
  const service = createTestService({ notifications: makeNotifications(3) })
  const inbox = showInbox(service, { pollInterval: 30_000 })
  await pass(1000)
  fireEvent.click(inbox.bell())
  await pass(40_000)
  expect(inbox.ids()).toEqual(['n2', 'n1', 'n0'])
  expect([asked(service, 'markAs'), asked(service, 'markAll'), inbox.count()]).toEqual([0, 0, 3])

  view.show(inbox.row('n1'), { height: 80, visible: 80 })
  await pass(2000)
  expect(service.notifications().map(({ seen }) => seen)).toEqual([false, true, false])
  expect(inbox.count()).toBe(2)
})
