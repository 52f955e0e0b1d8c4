import { render, waitFor } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { createElement } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createInboxClient, isHttpError, isNetworkError } from '../../src/client/index.ts'
import { Inbox } from '../../src/index.ts'
import {
  createTestService,
  inboxProps,
  makeNotification,
  makeNotifications,
  type TestServiceOptions,
} from '../../src/testing/index.ts'
import { toMswHandlers } from '../../src/testing/msw.ts'
import { inboxIn } from '../../src/testing/react.ts'

// The test's DOM has no streams, which msw requires.
await vi.hoisted(async () => Object.assign(globalThis, await import('node:stream/web')))

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  vi.restoreAllMocks()
})
afterAll(() => server.close())

/** A service behind msw, and a client that is not connected to it. */
const serve = (baseUrl: string, options: TestServiceOptions = {}) => {
  const service = createTestService({ notifications: makeNotifications(3), ...options })
  server.use(...toMswHandlers(service, { baseUrl }))
  return { service, client: createInboxClient({ baseUrl, retry: false }) }
}

describe('toMswHandlers', () => {
  it.each(['/api/inbox', 'https://notifications.test', 'https://notifications.test/inbox/'])(
    'responds to the four operations below %s',
    async (baseUrl) => {
      const { service, client } = serve(baseUrl)
      expect((await client.getFeed('ada')).data).toHaveLength(3)
      expect((await client.getPreferences('ada')).workflows).toHaveLength(2)
      expect(await client.markAs('ada', { messageId: 'n1', markAs: 'read' })).toMatchObject([{ _id: 'n1', read: true }])
      expect(await client.markAll('ada', { markAs: 'seen' })).toBe(2)
      expect(service.requests.map(({ operation }) => operation)).toEqual([
        'getFeed',
        'getPreferences',
        'markAs',
        'markAll',
      ])
    },
  )

  it('serve archive, snooze and delete', async () => {
    const { service } = serve('/api/inbox')
    const path = 'http://localhost/api/inbox/v2/subscribers/ada/notifications'
    const body = (value: object) => ({ method: 'POST', body: JSON.stringify(value) })
    const deleted = await fetch(`${path}/batch`, body({ action: 'delete', notificationIds: ['n1'] }))
    expect([deleted.status, await (await fetch(`${path}?limit=1`)).json()]).toMatchObject([
      200,
      { data: [{ id: 'n2' }] },
    ])
    expect((await fetch(`${path}/read-archive`, body({}))).status).toBe(204)
    const used = await fetch(`${path}/n2/actions/primary/complete`, { method: 'PATCH', body: '{}' })
    expect(used.status).toBe(400)
    expect(service.requests.map(({ operation, id }) => [operation, id])).toEqual([
      ['batchNotifications', undefined],
      ['listNotifications', undefined],
      ['archiveReadNotifications', undefined],
      ['completePrimaryAction', 'n2'],
    ])
  })

  it('preserves an id that needs encoding, and the key of a write', async () => {
    const { service, client } = serve('/api/inbox')
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    await expect(client.getFeed('a/b c?')).rejects.toSatisfy((error) => isHttpError(error) && error.status === 404)
    await client.markAll('ada', { markAs: 'read' }, { idempotencyKey: 'once' })
    expect(service.requests).toMatchObject([{ subscriberId: 'a/b c?' }, { idempotencyKey: 'once' }])
  })

  it('warns once of a page with another subscriber, whose inbox would only look empty', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    serve('/api/inbox', { subscriberId: 'pia' })
    render(createElement(Inbox, { subscriberId: 'ada', baseUrl: '/api/inbox' }))
    await waitFor(() =>
      expect(warn.mock.calls).toEqual([
        [expect.stringMatching(/^tidings\/testing: subscriber "ada" does not exist\. This service has only "pia": /)],
      ]),
    )
  })

  it('simulates the service’s faults: error responses, and a lost connection as a network error', async () => {
    const { service, client } = serve('/api/inbox')
    service.fail('getFeed', { status: 503, headers: { 'retry-after': '7' } })
    await expect(client.getFeed('ada')).rejects.toSatisfy((error) => isHttpError(error) && error.retryAfter === 7000)
    service.fail('markAll', 'lost-response')
    await expect(client.markAll('ada', { markAs: 'read' })).rejects.toSatisfy(isNetworkError)
    expect(service.notifications().every(({ read }) => read)).toBe(true)
  })

  it('releases an aborted request', async () => {
    const { service, client } = serve('/api/inbox')
    service.fail('getFeed', 'no-response')
    const stop = new AbortController()
    const answer = client.getFeed('ada', {}, { signal: stop.signal })
    await expect.poll(() => service.requests.length).toBe(1)
    stop.abort(new Error('No longer needed.'))
    await expect(answer).rejects.toThrow('No longer needed.')
  })

  it('serves the stream of hints until it is cut or aborted', async () => {
    const { service, client } = serve('/api/inbox', { live: true })
    const onHint = vi.fn()
    const open = (signal = new AbortController().signal) =>
      client.streamHints?.('ada', { streamId: 'one', signal, onStatus: () => {}, onHint })
    const cut = open()
    await expect.poll(() => service.live.streams).toBe(1)
    service.add(makeNotification(3))
    await expect.poll(() => onHint).toHaveBeenCalledExactlyOnceWith({})
    service.live.cut()
    await expect(cut).rejects.toSatisfy(isNetworkError)
    service.live.fail({ status: 503 })
    await expect(open()).rejects.toSatisfy((error) => isHttpError(error) && error.status === 503)
    const stop = new AbortController()
    const stopped = open(stop.signal)
    await expect.poll(() => service.live.streams).toBe(1)
    stop.abort(new Error('No longer needed.'))
    await expect(stopped).rejects.toThrow('No longer needed.')
    await expect.poll(() => service.live.streams).toBe(0)
  })

  it('connects an inbox that has locks', async () => {
    const { service } = serve('/api/inbox', { live: true })
    const { environment } = inboxProps(service)
    const { container } = render(
      createElement(Inbox, { subscriberId: 'ada', baseUrl: '/api/inbox', pollInterval: 0, environment }),
    )
    await waitFor(() => expect(service.live.streams).toBe(1))
    service.add(makeNotification(3))
    await waitFor(() => expect(inboxIn(container).count()).toBe(4))
  })

  it('responds with 404 for the stream of a service without one', async () => {
    const { client } = serve('/api/inbox')
    const stream = { streamId: 'one', signal: new AbortController().signal, onStatus: () => {}, onHint: () => {} }
    await expect(client.streamHints?.('ada', stream)).rejects.toMatchObject({ status: 404 })
  })
})
