import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Inbox } from '../../src/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { createFakeBrowser } from '../hooks/fakeBrowser.ts'
import { pass } from '../setup/pass.ts'
import { showInbox } from './showInbox.tsx'

const pollInterval = 30_000
const random = () => 0.5

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('three tabs with two inboxes each fetch once per interval together', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const environment = { random, ...createFakeBrowser() }
  const inboxes = Array.from({ length: 6 }, () => showInbox(service, { pollInterval, environment }))
  await pass(10_000)
  // All timers fire at the same time, and responses take a while: tabs can't wait for the first response.
  service.fail('getFeed', { delay: 100 }, 1000)
  const before = service.requests.length
  await pass(pollInterval * 4 + 2000)
  expect(service.requests.length - before).toBe(4)
  expect(inboxes.map(({ count }) => count())).toEqual([2, 2, 2, 2, 2, 2])
})

it('two inboxes of one page share one poller if tabs can’t communicate', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const props = {
    subscriberId: 'ada',
    baseUrl: '/api/inbox',
    fetch: service.fetch,
    pollInterval,
    environment: { random, openBroadcast: () => undefined, locks: undefined },
  }
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <Inbox {...props} />
        <Inbox {...props} />
      </QueryClientProvider>
    </StrictMode>,
  )
  await pass(1000)
  expect(service.requests).toHaveLength(1)
  await pass(pollInterval * 4)
  expect(service.requests).toHaveLength(5)
})

it('StrictMode starts no second poller and no second channel, and an unmounted inbox leaves none behind', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const browser = createFakeBrowser()
  let open = 0
  const openBroadcast: typeof browser.openBroadcast = (name) => {
    const broadcast = browser.openBroadcast(name)
    if (!broadcast) return undefined
    open += 1
    const { close } = broadcast
    return Object.assign(broadcast, {
      close: () => {
        open -= 1
        close()
      },
    })
  }
  const inbox = showInbox(service, { pollInterval, environment: { random, openBroadcast, locks: browser.locks } })
  await pass(10_000)
  expect([service.requests.length, open]).toEqual([1, 1])
  await pass(pollInterval * 3)
  expect([service.requests.length, open]).toEqual([4, 1])
  inbox.unmount()
  await pass(pollInterval * 5)
  expect([service.requests.length, open]).toEqual([4, 0])
})

it('a new token replaces the old one: one poller, which uses only the new one', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const environment = { random, ...createFakeBrowser() }
  const inbox = showInbox(service, { pollInterval, environment, headers: { authorization: 'Bearer old' } })
  await pass(1000)
  inbox.change({ headers: { authorization: 'Bearer new' } })
  await pass(1000)
  const before = service.requests.length
  await pass(pollInterval * 4)
  const tokens = service.requests.slice(before).map(({ headers }) => headers.get('authorization'))
  expect(tokens).toEqual(['Bearer new', 'Bearer new', 'Bearer new', 'Bearer new'])
})
