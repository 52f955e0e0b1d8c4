import { describe, expect, it, vi } from 'vitest'
import { createInboxClient } from '../../src/client/index.ts'
import { operations } from '../../src/contract/index.ts'
import { createInboxProxy } from '../../src/proxy/index.ts'
import { feedPage, notification, preferences } from '../contract/samples.ts'
import { json, origin, paths, setUp } from './upstream.ts'

const mark = { messageId: ['msg_1', 'msg_2'], markAs: 'read' }

describe('the four operations of an inbox', () => {
  it('call the service for the subscriber who is signed in, with the key and without the browser’s headers', async () => {
    const { send, post, upstream } = setUp(['own', 'own', 'own', 'own'])
    const browser = {
      cookie: 'session=1',
      authorization: 'Bearer x',
      'x-forwarded-for': '1.2.3.4',
      'user-agent': 'y',
    }
    const statuses = [
      await send(`${paths.feed}?page=1&limit=20&read=false&payload=eyJhIjoxfQ%3D%3D`, { headers: browser }),
      await send(`${paths.preferences}?criticality=all`, { headers: browser }),
      await post(paths.markAs, mark, browser),
      await post(paths.markAll, { markAs: 'seen', feedIdentifier: 'activity' }, browser),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 201, 201])
    expect(
      upstream.map(({ init, url, body }) => [init.method, url.replace('https://service.example.com', ''), body]),
    ).toEqual([
      ['GET', `${paths.feed}?page=1&limit=20&read=false&payload=eyJhIjoxfQ%3D%3D`, undefined],
      ['GET', `${paths.preferences}?criticality=all`, undefined],
      ['POST', paths.markAs, mark],
      ['POST', paths.markAll, { markAs: 'seen', feedIdentifier: 'activity' }],
    ])
    const reads = {
      accept: 'application/json',
      authorization: 'ApiKey top-secret-key',
      'x-request-id': expect.any(String),
    }
    const writes = { ...reads, 'content-type': 'application/json', 'idempotency-key': expect.any(String) }
    expect(upstream.map(({ headers }) => headers)).toEqual([reads, reads, writes, writes])
  })

  it('respond with the proxy’s headers only', async () => {
    const service = {
      'set-cookie': 'a=b',
      server: 'nginx',
      'ratelimit-limit': '5',
      'x-request-id': 'theirs',
      authorization: 'x',
    }
    const { send } = setUp([json(feedPage, 200, service)])
    const { headers } = await send(paths.feed)
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'private, no-store',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'origin, cookie, authorization, tidings-subscriber-hash',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('read responses with and without an envelope, and respond without one', async () => {
    const { send, post } = setUp([json({ data: preferences }), json({ data: 3 }, 201)])
    expect(await (await send(paths.preferences)).json()).toEqual(preferences)
    expect(await (await post(paths.markAll, { markAs: 'read' })).json()).toBe(3)
  })

  it('pass on what the service offers, and the ids of a mark-all, without unknown fields', async () => {
    const page = { data: [], hasMore: false, pageSize: 0, page: 0 }
    const marked = { count: 1_240, ids: ['b', 'a'], readIds: [], seenIds: ['a'] }
    const { send, post, upstream } = setUp([
      json({ ...page, offers: { returnIds: true, deliveries: true, secret: 1 } }),
      json(page),
      json({ ...marked, secret: 1 }, 201),
    ])
    expect(await (await send(paths.feed)).json()).toEqual({ ...page, offers: { returnIds: true, deliveries: true } })
    expect(await (await send(paths.feed)).json()).toEqual(page)
    const body = { markAs: 'read', returnIds: true, until: '2026-06-01T12:00:00.000Z' }
    expect(await (await post(paths.markAll, body)).json()).toEqual(marked)
    expect(upstream.at(-1)?.body).toEqual(body)
  })

  it('serve the inbox client', async () => {
    const { proxy, service } = setUp(['own', 'own', 'own', 'own'], { service: { preferences } })
    const client = createInboxClient({
      baseUrl: `${origin}/api/inbox`,
      fetch: (input, init) => proxy(new Request(input, init)),
    })
    expect((await client.getFeed('pia', { limit: 5, payload: { who: 'Kim' } })).data).toHaveLength(1)
    expect(await client.getPreferences('pia')).toEqual(preferences)
    const [marked] = await client.markAs('pia', { messageId: notification._id, markAs: 'read' })
    expect(marked).toMatchObject({ _id: notification._id, read: true })
    expect(service.notifications()).toMatchObject([{ read: true }])
    service.fail('markAll', { status: 404, body: { message: 'No' } })
    await expect(client.markAll('pia', { markAs: 'read' })).rejects.toMatchObject({
      status: 404,
      body: { message: 'The notification service rejected the request.' },
    })
  })
})

describe('another request', () => {
  const served = ['getFeed', 'getPreferences', 'markAs', 'markAll']
  const others = Object.entries(operations)
    .filter(([name]) => !served.includes(name))
    .map(([, { method, path }]) => [method, path.replace('{subscriberId}', 'pia')] as const)

  it.each(others)('%s %s gets 404', async (method, path) => {
    const { send, upstream } = setUp()
    const body = method === 'GET' ? null : '{}'
    expect((await send(path, { method, body, headers: { 'content-type': 'application/json' } })).status).toBe(404)
    expect(upstream).toEqual([])
  })

  it.each([
    '',
    '/',
    '/healthz',
    `${paths.feed}/x`,
    '/v1/subscribers//notifications/feed',
    '/v1/subscribers/pia/x/notifications/feed',
    '/v1/subscribers/pia%2Fnotifications/feed',
    '/v1/subscribers/pia/notifications%2Ffeed',
    '/v1/%73ubscribers/pia/notifications/feed',
    '/V1/subscribers/pia/notifications/feed',
    '/v2/subscribers/pia/notifications/feed',
    '/v1/subscribers/%zz/notifications/feed',
    '/v1/subscribers/%ff/notifications/feed',
    '/v1/subscribers/pia/../notifications/feed',
    '/v1/subscribers/pia/%2e%2e/notifications/feed',
    '/../../v1/integrations/active',
  ])('to %j gets 404', async (path) => {
    const { send, upstream } = setUp()
    expect((await send(path)).status).toBe(404)
    expect(upstream).toEqual([])
  })

  it('outside the base path gets 404', async () => {
    const { proxy } = setUp()
    for (const path of [
      paths.feed,
      `/api/inboxes${paths.feed}`,
      `/api${paths.feed}`,
      `/API/inbox${paths.feed}`,
      `/portalapi/inbox${paths.feed}`,
      `/api/inbox/portal${paths.feed}`,
    ])
      expect((await proxy(new Request(origin + path))).status).toBe(404)
  })

  it.each(['/api/inbox//%', '//api/inbox%', '/api//inbox%/', '/api/inbox%//', '/api/./inbox%/'])(
    'with extra slashes is served: %j',
    async (address) => {
      for (const basePath of ['/api/inbox', '/api//inbox//']) {
        const { proxy, upstream } = setUp(['own', 'own'], { basePath })
        const url = origin + address.replace('%', () => paths.feed)
        expect((await proxy(new Request(url))).status).toBe(200)
        expect(upstream[0]?.url).toBe(`https://service.example.com${paths.feed}`)
      }
    },
  )

  it('below any spelling of the base path is served', async () => {
    for (const [basePath, prefix] of [
      ['/api/inbox/', '/api/inbox'],
      ['', ''],
      ['/', ''],
      ['/mine og dine', '/mine%20og%20dine'],
      // An app below a path, which its framework or a server in front does not remove.
      ['/api/inbox', '/portal/api/inbox'],
    ] as const) {
      const { proxy } = setUp(['own'], { basePath })
      expect((await proxy(new Request(origin + prefix + paths.feed))).status).toBe(200)
    }
  })

  it.each([
    ['POST', paths.feed, 'GET'],
    ['HEAD', paths.feed, 'GET'],
    ['DELETE', paths.preferences, 'GET, PATCH'],
    ['PATCH', paths.feed, 'GET'],
    ['GET', paths.markAs, 'POST'],
    ['PUT', paths.markAll, 'POST'],
    ['OPTIONS', paths.markAll, 'POST'],
  ])('%s %s gets 405', async (method, path, allow) => {
    const { send, upstream } = setUp()
    const response = await send(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(upstream).toEqual([])
  })

  it('below another base path gets 404 with the fix, which the log has too', async () => {
    const { proxy } = setUp()
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const messageOf = async (path: string) => {
      const response = await proxy(new Request(origin + path))
      expect(response.status).toBe(404)
      return ((await response.json()) as { message: string }).message
    }
    expect(await messageOf(`/api/notifications${paths.feed}`)).toContain(
      'Set basePath to the part of the path before /v1',
    )
    expect(await messageOf(paths.feed)).toContain('serves the inbox below "/api/inbox"')
    expect(await messageOf('/api/notifications/v1/subscribers/pia/secrets')).toBe(
      'This address is not an operation of the inbox.',
    )
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/404, because basePath is "\/api\/inbox", .* begins with "\/api\/notifications"\. Set/),
      expect.stringMatching(/404, because basePath is "\/api\/inbox", .* begins with ""\. Set/),
    ])
    vi.restoreAllMocks()
  })
})

describe('options', () => {
  it.each([
    ['serviceUrl', { serviceUrl: 'service' }],
    ['serviceUrl', { serviceUrl: '/service' }],
    ['serviceUrl', { serviceUrl: 'https://service?x' }],
    ['apiKey', { apiKey: 'two words' }],
    ['basePath', { basePath: 'api' }],
    ['basePath', { basePath: '//api' }],
    ['basePath', { basePath: '/api?x' }],
    ['allowedOrigins', { allowedOrigins: ['app.example.com'] }],
    ['allowedOrigins', { allowedOrigins: ['*'] }],
    ['timeout', { timeout: 0 }],
    ['maxBodyBytes', { maxBodyBytes: Number.NaN }],
    ['maxBodyBytes', { maxBodyBytes: 0 }],
    ['allowedOrigins', { allowedOrigins: ['https://*.example.com'] }],
    ['allowedOrigins', { allowedOrigins: ['https://app.example.com/inbox'] }],
    ['allowedOrigins', { allowedOrigins: ['https://app.example.com?x'] }],
    ['allowedOrigins', { allowedOrigins: ['https://me@app.example.com'] }],
    ['allowedOrigins', { allowedOrigins: ['null'] }],
    ['allowedOrigins', { allowedOrigins: ['file:///'] }],
    ['authenticate', { authenticate: 'pia' as never }],
    ['signingSecret', { signingSecret: [] }],
    ['signingSecret', { signingSecret: 'x'.repeat(31) }],
    ['signingSecret', { signingSecret: ['x'.repeat(32), ''] }],
    ['signingSecret', { signingSecret: 5 as never }],
    ['signingSecret', { apiKey: 'k'.repeat(40), signingSecret: 'k'.repeat(40) }],
    ['signingSecret', { apiKey: 'k'.repeat(40), signingSecret: ['x'.repeat(32), `${'k'.repeat(40)}\n`] }],
  ])('%s is checked immediately (%#)', (field, options) => {
    expect(() => setUp([], options)).toThrow(
      `createInboxProxy: the input is not valid. Nothing was sent. ${field} must`,
    )
  })

  it('must include a way to authenticate', () => {
    expect(() => createInboxProxy({ serviceUrl: 'https://s', apiKey: 'k' } as never)).toThrow(
      'authenticate must be a function that returns the subscriberId of a request, or null: pass it or a signingSecret',
    )
  })
})
