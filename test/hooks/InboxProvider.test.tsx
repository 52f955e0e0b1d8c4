import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type InboxProviderProps, useUnseenCount } from '../../src/hooks/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { renderInbox } from './inboxHarness.tsx'
import { pass } from './pages.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('another service is asked where it is, and through the fetch that came with it', async () => {
  const asked: [by: string, path: string][] = []
  const service = createTestService({ notifications: makeNotifications(2) })
  const through =
    (by: string): typeof fetch =>
    (input, init) => {
      asked.push([by, new URL(String(input), location.href).pathname.replace(/\/v1.*/, '')])
      return service.fetch(input, init)
    }
  const props: Partial<InboxProviderProps> = { baseUrl: '/one', fetch: through('first') }
  const { rerender, result } = renderInbox(service, useUnseenCount, props)
  await pass(100)
  Object.assign(props, { baseUrl: '/two', fetch: through('second') })
  rerender()
  await pass(100)
  expect(asked).toEqual([
    ['first', '/one'],
    ['second', '/two'],
  ])
  expect(result.current.count).toBe(2)
})

it('a pollInterval that means seconds asks no service dozens of times in each, and 0 never', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const [pollInterval, least, most] of [[30, 8, 12], [0, 1, 1]] as const) {
    const service = createTestService()
    const environment = { openBroadcast: () => undefined, locks: undefined }
    const { unmount } = renderInbox(service, useUnseenCount, { pollInterval, environment })
    await pass(10_000)
    expect(service.requests.length).toBeGreaterThanOrEqual(least)
    expect(service.requests.length).toBeLessThanOrEqual(most)
    unmount()
  }
})
