import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { createFakeBrowser } from '../hooks/fakeBrowser.ts'
import { pass } from '../setup/pass.ts'
import { showInbox } from './showInbox.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
it('in StrictMode, a single tab with locks fetches at once, without waiting for another tab', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const inbox = showInbox(service, { environment: createFakeBrowser() })
  await pass(100)
  expect(inbox.count()).toBe(2)
})
