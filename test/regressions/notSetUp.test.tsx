import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { german } from '../../src/languages/de.ts'
import { createInboxProxy } from '../../src/proxy/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { pass } from '../setup/pass.ts'
import { showInbox } from './showInbox.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page whose proxy has the wrong key until it is corrected. */
const setUp = () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const server = { keyIsRight: false, requests: [] as string[] }
  const proxy = createInboxProxy({
    serviceUrl: 'https://service.test',
    apiKey: 'key',
    authenticate: () => 'ada',
    onError: () => {},
    fetch: async (input, init) =>
      server.keyIsRight ? service.fetch(input, init) : Response.json({ message: 'API key not valid' }, { status: 401 }),
  })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    // jsdom has no ReadableStream, which the proxy's stream needs.
    if (String(input).endsWith('/live')) return new Response(null, { status: 404 })
    server.requests.push(String(input))
    return proxy(new Request(new URL(String(input).replace('/api/inbox', ''), 'https://app.test'), init))
  }
  return { service, server, fetch }
}

it('a page reports that the inbox is not set up, and does not retry', async () => {
  const { service, server, fetch } = setUp()
  const onError = vi.fn<(error: Error) => void>()
  const inbox = showInbox(service, { fetch, onError, pollInterval: 10_000, labels: german.labels })
  const expectMessage = (failed: string) =>
    expect(inbox.container.querySelector('.tidings-error-message')?.textContent).toBe(
      `${failed} ${german.labels.notSetUp}`,
    )
  await pass(5_000)
  expect(server.requests).toHaveLength(1)
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'TIDINGS_311' }))
  await act(async () => inbox.page.getByRole('button', { name: 'Benachrichtigungen' }).click())
  await vi.dynamicImportSettled()
  await pass(5_000)
  // The data that the panel adds is fetched once.
  const added = server.requests.slice(1)
  expect(added).toEqual([...new Set(added)])
  expectMessage('Die Benachrichtigungen konnten nicht geladen werden.')

  await act(async () => inbox.page.getByRole('button', { name: 'Einstellungen' }).click())
  await vi.dynamicImportSettled()
  await pass(5_000)
  expectMessage('Die Einstellungen konnten nicht geladen werden.')
})

it('a page polls every five minutes until the setup is corrected, and recovers by itself', async () => {
  const { service, server, fetch } = setUp()
  const inbox = showInbox(service, {
    fetch,
    onError: () => {},
    pollInterval: 10_000,
    environment: { random: () => 0.5 },
  })
  await pass(1_200_000)
  expect([4, 5]).toContain(server.requests.length)
  server.keyIsRight = true
  await pass(301_000)
  expect(inbox.count()).toBe(2)
})
