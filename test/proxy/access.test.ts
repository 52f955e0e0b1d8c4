import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
    'denies access to the inbox of %j: 403, and the log names both ids',
    async (other) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      const { send, upstream } = setUp()
      expect((await send(`/v1/subscribers/${other}/notifications/feed`)).status).toBe(403)
      expect(upstream).toEqual([])
      const id = JSON.stringify(decodeURIComponent(other))
      expect(warn.mock.calls.flat()).toEqual([expect.stringContaining(`inbox of ${id}, and the user is "pia". If`)])
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
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockReturnValue()
  })
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

  describe('behind a server that replaces the host, on plain http', () => {
    const page = 'http://192.168.1.5:5173'
    const json = { 'content-type': 'application/json' }
    /** Sends a request of a page to a proxy that sees the host "localhost:3000". */
    const send = async (
      headers: Record<string, string>,
      init: RequestInit = {},
      options: Parameters<typeof setUp>[1] = {},
    ) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      const { proxy, upstream } = setUp(['own', 'own'], options)
      const path = init.method === 'GET' ? paths.feed : init.method === 'PATCH' ? paths.preferences : paths.markAll
      const call = async () => {
        const body = init.method === 'GET' ? null : init.method === 'PATCH' ? '{}' : '{"markAs":"read"}'
        const request = { method: 'POST', body, ...init, headers }
        return (await proxy(new Request(`http://localhost:3000/api/inbox${path}`, request))).status
      }
      const statuses = [await call(), await call()]
      const lines = warn.mock.calls.flat().map((line: string) => line.replace(/request \S+,/, 'request #,'))
      return { statuses, lines, sent: upstream.length }
    }
    const explained = (from: string, site?: string) =>
      `the page's origin is "${from}", and the Host of the request "localhost:3000"` +
      `${site ? ` (Sec-Fetch-Site: "${site}")` : ''}. If the page is yours, ` +
      `${site ? '' : 'let the server in front pass on the Host header, or '}add the origin to allowedOrigins. See ` +
      'node_modules/tidings/docs/errors/TIDINGS_105.md'

    it.each([
      ['POST', page],
      ['PATCH', page],
      ['POST', 'https://phone.example'],
      ['POST', 'http://app.local'],
      ['POST', 'http://[fe80::1]:5173'],
    ])('a %s of our client from %s is accepted, and the log warns once', async (method, from) => {
      const { statuses, lines } = await send({ origin: from, 'x-tidings': '1', ...json }, { method })
      expect(statuses).toEqual(method === 'PATCH' ? [200, 200] : [201, 201])
      const operation = method === 'PATCH' ? 'updatePreferences' : 'markAll'
      expect(lines).toEqual([
        `tidings proxy, request #, ${operation}: accepted, and so are further ones, although ${explained(from)}`,
      ])
    })

    it.each<[string, Record<string, string>, RequestInit?, number?]>([
      ['a page of another site, with fetch in no-cors mode', { origin: page, 'content-type': 'text/plain' }],
      ['a form', { origin: page, 'content-type': 'application/x-www-form-urlencoded' }],
      ['a form with a file', { origin: page, 'content-type': 'multipart/form-data; boundary=x' }],
      ['a beacon of JSON without a preflight, by an old browser', { origin: page, ...json }],
      ['a read, which needs no proof', { origin: page, 'x-tidings': '1' }, { method: 'GET', body: null }],
      ['a sandboxed frame', { origin: 'null', 'x-tidings': '1', ...json }],
      ['a file', { origin: 'file://', 'x-tidings': '1', ...json }],
      ['an extension', { origin: 'chrome-extension://abc', 'x-tidings': '1', ...json }],
      ['no origin at all', { origin: '', 'x-tidings': '1', ...json }],
      ['a browser that says so', { origin: page, 'sec-fetch-site': 'cross-site', 'x-tidings': '1', ...json }],
      ['a sibling', { origin: page, 'sec-fetch-site': 'same-site', 'x-tidings': '1', ...json }],
      ['text', { origin: page, 'x-tidings': '1', 'content-type': 'text/plain' }, {}, 415],
      ['no type', { origin: page, 'x-tidings': '1', 'content-type': '' }, {}, 415],
    ])('is refused: %s', async (_, headers, init = {}, status = 403) => {
      const { statuses, lines, sent } = await send(headers, init)
      expect([statuses, sent]).toEqual([[status, status], 0])
      // Each refusal names Origin, Host and the cure.
      expect(lines).toHaveLength(status === 403 ? 2 : 0)
      const { origin: from = '', 'sec-fetch-site': site } = headers
      const name = init.method === 'GET' ? 'getFeed' : 'markAll'
      for (const line of lines)
        expect(line).toBe(`tidings proxy, request #, ${name}: refused with 403, because ${explained(from, site)}`)
    })

    it('the preflight of another site is refused, and the log says so', async () => {
      const headers = { origin: page, 'access-control-request-method': 'POST' }
      const { statuses, lines } = await send(headers, { method: 'OPTIONS', body: null })
      expect(statuses).toEqual([403, 403])
      expect(lines[0]).toContain(`refused with 403, because ${explained(page)}`)
    })

    it('a page whose name was bound to this server has no session, so it is refused', async () => {
      const authenticate = (request: Request) => (request.headers.get('cookie') === null ? null : 'pia')
      const headers = { origin: 'http://evil.example:5173', 'x-tidings': '1', ...json }
      expect(await send(headers, {}, { authenticate })).toMatchObject({ statuses: [401, 401], sent: 0 })
    })

    it('a framework with a host of its own in the URL is no such server', async () => {
      const headers = { origin: page, host: '192.168.1.5:5173', ...json }
      expect(await send(headers)).toMatchObject({ statuses: [201, 201], lines: [] })
    })

    it('an origin cannot forge a line of the log, or fill it', async () => {
      const { lines } = await send({ origin: `http://"x\u00e9${'y'.repeat(9_000)}`, ...json })
      expect(lines[0]).toContain('origin is "http://\\"x')
      expect(lines[0]?.length).toBeLessThan(500)
    })
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
