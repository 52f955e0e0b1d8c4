import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorBody } from '../../src/contract/index.ts'
import { origin, paths, setUp } from './upstream.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('authenticate', () => {
  it.each([null, undefined, '', Promise.resolve(null)])(
    'rejects the request with 401 if it returns %j',
    async (nobody) => {
      const { send, post, upstream } = setUp([], { authenticate: () => nobody })
      const response = await send(paths.feed)
      expect(response.status).toBe(401)
      expect(errorBody.parse(await response.json())).toEqual({
        statusCode: 401,
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        path: `/api/inbox${paths.feed}`,
        message: 'Sign in to see your notifications.',
      })
      expect((await post(paths.markAll, { markAs: 'read' })).status).toBe(401)
      expect(upstream).toEqual([])
    },
  )

  it('receives the request', async () => {
    const authenticate = vi.fn(async (request: Request) => request.headers.get('x-user'))
    const { send } = setUp(['own'], { authenticate })
    expect((await send(paths.feed, { headers: { 'x-user': 'pia' } })).status).toBe(200)
    expect((await send(paths.feed, { headers: { 'x-user': 'kim' } })).status).toBe(403)
  })

  it.each(['kim', 'PIA', 'pia%20', '%20pia', 'pi', 'pia%00', 'p%C3%ADa', '%2570ia', '*', '_id'])(
    'denies access to the inbox of %j: 403',
    async (other) => {
      const { send, upstream } = setUp()
      expect((await send(`/v1/subscribers/${other}/notifications/feed`)).status).toBe(403)
      expect(upstream).toEqual([])
    },
  )

  it('is compared with the path’s id, which is decoded exactly once', async () => {
    const odd = 'a/b%2Fc ?#é😀'
    const ask = (id: string) => {
      const { send, upstream } = setUp(['own'], { authenticate: () => odd, service: { subscriberId: odd } })
      return send(`/v1/subscribers/${id}/notifications/feed`).then(({ status }) => [status, upstream[0]?.url])
    }
    const once = encodeURIComponent(odd)
    const url = `https://service.example.com/v1/subscribers/${once}/notifications/feed`
    expect(await ask(once)).toEqual([200, url])
    expect(await ask(encodeURIComponent(once))).toEqual([403, undefined])
  })

  it('determines the id in the service’s URL, not the browser’s spelling', async () => {
    const { send, upstream } = setUp(['own'])
    expect((await send('/v1/subscribers/%70%69a/notifications/feed')).status).toBe(200)
    expect(upstream[0]?.url).toBe(`https://service.example.com${paths.feed}`)
  })

  it('responds with 500 without details if it throws, and reports the error', async () => {
    const problem = new Error('database password is hunter2')
    const { send, onError, upstream } = setUp([], {
      authenticate: () => {
        throw problem
      },
    })
    const response = await send(paths.feed)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('hunter2')
    expect(JSON.parse(text)).toMatchObject({
      statusCode: 500,
      message: "This site's connection to its notification service is not set up correctly.",
      code: 'TIDINGS_311',
    })
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ cause: problem }), {
      requestId: response.headers.get('x-request-id'),
      operation: 'getFeed',
    })
    expect(upstream).toEqual([])
  })

  it('responds with 500 if it throws an HttpError or returns no string', async () => {
    const fails = [
      () => Promise.reject(Object.assign(new Error(), { kind: 'http', status: 404 })),
      () => 5 as never,
      () => ({}) as never,
    ]
    for (const authenticate of fails) expect((await setUp([], { authenticate }).send(paths.feed)).status).toBe(500)
  })
})

describe('in development', () => {
  const warn = vi.fn<(message: string) => void>()
  const fresh = async () => {
    vi.resetModules()
    vi.spyOn(console, 'warn').mockImplementation(warn.mockClear())
    return import('../../src/proxy/index.ts')
  }
  const options = { serviceUrl: 'https://s', apiKey: 'k', authenticate: () => null }
  const misspelt = { ...options, basePaht: '/api/inbox' }

  it('warns of an unknown option once', async () => {
    const copy = await fresh()
    for (let time = 0; time < 2; time++) copy.createInboxProxy(misspelt)
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/no option basePaht\. Its options are .*basePath.*TIDINGS_307/)],
    ])
  })

  it('warns of an unchecked hash once', async () => {
    const copy = await fresh()
    const proxy = copy.createInboxProxy(options)
    const asked = (headers: Record<string, string>) => proxy(new Request(origin + paths.feed, { headers }))
    await asked({})
    expect(warn).not.toHaveBeenCalled()
    for (let time = 0; time < 2; time++) expect((await asked({ 'tidings-subscriber-hash': 'v1.x' })).status).toBe(401)
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /a page sends a subscriberHash, but .* no signingSecret to check it\. Only .*\. Pass signingSecret, .*TIDINGS_308/,
        ),
      ],
    ])
  })

  it('does not warn in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const copy = await fresh()
    const proxy = copy.createInboxProxy(misspelt)
    await proxy(new Request(origin + paths.feed, { headers: { 'tidings-subscriber-hash': 'v1.x' } }))
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('a request from another site', () => {
  const write = async (headers: Record<string, string>, url = origin, allowedOrigins: string[] = []) => {
    const authenticate = vi.fn(() => 'pia')
    const { proxy, upstream } = setUp(['own'], { allowedOrigins, authenticate })
    const request = new Request(`${url}/api/inbox${paths.markAll}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"markAs":"read"}',
    })
    const { status } = await proxy(request)
    expect(upstream).toHaveLength(status === 201 ? 1 : 0)
    expect(authenticate).toHaveBeenCalledTimes(status === 201 ? 1 : 0)
    return status
  }
  const read = async (headers: Record<string, string>) => {
    const { send, upstream } = setUp(['own'])
    const { status } = await send(paths.feed, { headers })
    expect(upstream).toHaveLength(status === 200 ? 1 : 0)
    return status
  }

  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'cross-site', origin }],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }],
    [{ 'sec-fetch-site': 'odd' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'rubbish' }],
    [{ origin: 'https://app.example.com.evil.example' }],
    [{ origin: 'https://app.example.com:8443' }],
    [{ origin: 'http://app.example.com' }],
    [{ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }],
    [{ origin: 'https://evil.example', forwarded: 'host=evil.example' }],
  ])('is rejected (%j)', async (headers) => {
    expect(await write(headers)).toBe(403)
    expect(await read(headers)).toBe(403)
  })

  it.each([
    [{ 'sec-fetch-site': 'same-origin', origin }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://public-name.example' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin }],
    [{}],
  ])('does not include %j', async (headers) => {
    expect(await write(headers)).toBe(201)
    expect(await read(headers)).toBe(200)
  })

  it('does not include a page whose TLS ends before this server', async () => {
    expect(await write({ origin }, 'http://app.example.com')).toBe(201)
    expect(await write({ origin: 'http://localhost:3000' }, 'http://localhost:3000')).toBe(201)
  })

  it('is allowed from an origin in allowedOrigins', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' }
    expect(await write(headers, origin, ['https://shop.example/'])).toBe(201)
    expect(await write({ ...headers, origin: 'https://other.example' }, origin, ['https://shop.example'])).toBe(403)
  })

  it('is rejected without a JSON content type, as from a form: 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/plain; application/json',
      'application/jsonx',
    ])
      expect(await write({ 'content-type': type })).toBe(415)
    expect(await write({ 'content-type': 'Application/JSON; charset=utf-8' })).toBe(201)
  })
})
