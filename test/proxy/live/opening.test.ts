import { describe, expect, it, vi } from 'vitest'
import { errorBody } from '../../../src/contract/index.ts'
import { createInboxProxy, signSubscriber, type LiveOptions } from '../../../src/proxy/index.ts'
import { liveSettings } from '../../../src/proxy/live/liveOptions.ts'
import { livePathOf, readStream, settle, setUpLive } from './setUpLive.ts'

describe('a stream of hints', () => {
  it('begins with a comment, the delay before a reconnect, and its status', async () => {
    const { open } = setUpLive()
    const { response, text, statuses } = await open()
    expect(text()).toBe(': open\nretry: 3000\n\nevent: status\ndata: {"complete":false}\n\n')
    expect(statuses()).toEqual([false])
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'origin, cookie, authorization, tidings-subscriber-hash',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it.each([
    ['no one is signed in', 401, { user: '' }],
    ['someone else is signed in', 403, { user: 'kim' }],
    ['it comes from another site', 403, { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['it is a POST', 405, { method: 'POST' }],
    ['it is a HEAD', 405, { method: 'HEAD' }],
  ])('is refused if %s', async (_, status, init) => {
    const { send, connections, clock, onError } = setUpLive()
    const response = await send(livePathOf('pia'), init)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('allow')).toBe(status === 405 ? 'GET' : null)
    expect(errorBody.parse(await response.json())).toMatchObject({ statusCode: status })
    expect([connections.length, clock.timers(), onError.mock.calls]).toEqual([0, 0, []])
  })

  it('is refused if the set-up is incomplete, which is reported', async () => {
    const { send, onError } = setUpLive({ apiKey: undefined })
    expect((await send(livePathOf('pia'))).status).toBe(500)
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'TIDINGS_309' }),
      expect.objectContaining({ operation: 'live' }),
    )
  })

  it('is not opened for a browser that has disconnected', async () => {
    const signingSecret = 'a secret that is long enough to be one'
    const { send, connections, clock, onError } = setUpLive({ signingSecret })
    const headers = { 'tidings-subscriber-hash': await signSubscriber('pia', { secret: signingSecret }) }
    expect((await send(livePathOf('pia'), { headers, signal: AbortSignal.abort() })).status).toBe(499)
    expect([connections.length, clock.timers(), onError.mock.calls]).toEqual([0, 0, []])
  })

  it('serves ids that need encoding', async () => {
    const { send } = setUpLive()
    expect((await send(livePathOf('a%2Fb'), { user: 'a/b' })).status).toBe(200)
  })

  it('has the CORS headers of pages in allowedOrigins, and answers their preflights', async () => {
    const page = 'https://shop.example'
    const { send } = setUpLive({ allowedOrigins: [page] })
    const preflight = await send(livePathOf('pia'), {
      method: 'OPTIONS',
      headers: {
        origin: page,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'tidings-stream',
      },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET'])
    expect(preflight.headers.get('access-control-allow-headers')).toBe('tidings-stream')
    const { headers } = await send(livePathOf('pia'), { headers: { origin: page } })
    expect(headers.get('access-control-allow-origin')).toBe(page)
  })

  it('names the path that basePath should be', async () => {
    const { send } = setUpLive({ basePath: '/elsewhere' })
    expect(await (await send(livePathOf('pia'))).json()).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Set basePath to the part of the path before /v1'),
    })
  })

  it('is off in a Cloudflare Worker, unless the app asks for it', () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    const settings = [undefined, false, {}].map((live) => liveSettings(live))
    vi.unstubAllGlobals()
    expect(settings).toEqual([undefined, undefined, expect.objectContaining({ maxStreams: 20_000 })])
    expect(liveSettings(undefined)).toBeDefined()
  })

  it('is an unknown address with live: false', async () => {
    const { send, proxy, connections } = setUpLive({ live: false })
    expect((await send(livePathOf('pia'))).status).toBe(404)
    expect((await send(livePathOf('pia'), { method: 'POST' })).status).toBe(404)
    expect(connections).toEqual([])
    await proxy.close()
  })
})

describe('the limits of streams', () => {
  it.each([
    [{ maxStreamsPerSubscriber: 1 }, 'live: refused with 429, because a subscriber has 1 streams in this process.'],
    [{ maxStreams: 1 }, 'live: refused with 503, because this process has 1 streams.'],
  ])('are logged once: %j', async (live, line) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { open, send } = setUpLive({ live })
    await open('pia')
    await send(livePathOf('pia'))
    await send(livePathOf('pia'))
    expect(warn.mock.calls).toEqual([[expect.stringContaining(line)]])
    warn.mockRestore()
  })

  it('refuse a subscriber with too many, and serve others', async () => {
    const { open, send, onError } = setUpLive({ live: { maxStreamsPerSubscriber: 2 } })
    const first = await open('pia')
    await open('pia')
    const refused = await send(livePathOf('pia'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(errorBody.parse(await refused.json())).toMatchObject({ statusCode: 429 })
    await open('kim')
    await first.cancel()
    await open('pia')
    expect(onError).not.toHaveBeenCalled()
  })

  it('refuse a stream that is too many for the process, without a report', async () => {
    const { open, send, onError } = setUpLive({ live: { maxStreams: 2 } })
    const first = await open('pia')
    await open('kim')
    const refused = await send(livePathOf('ada'), { user: 'ada' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect(errorBody.parse(await refused.json())).toMatchObject({ statusCode: 503 })
    await first.cancel()
    await open('ada')
    expect(onError).not.toHaveBeenCalled()
  })

  it('are 20 per subscriber and 20,000 per process by default', async () => {
    expect(liveSettings(undefined)).toMatchObject({ maxStreams: 20_000, maxStreamsPerSubscriber: 20 })
  })
})

describe('proxy.close()', () => {
  it('ends the streams over three seconds, then resolves', async () => {
    const { open, proxy, clock } = setUpLive()
    const streams = await Promise.all(Array.from({ length: 300 }, (_, index) => open(`s${index}`)))
    const ended = () => streams.filter(({ state }) => state() === 'ended').length
    let isClosed = false
    const closed = proxy.close().then(() => (isClosed = true))
    await settle()
    const counts: number[] = []
    for (let step = 0; step < 3; step++) {
      counts.push(ended())
      await clock.advance(1_000)
    }
    expect(counts).toEqual([10, 110, 210])
    expect([ended(), isClosed, clock.timers()]).toEqual([300, true, 0])
    await closed
  })

  it('refuses new streams, and serves other requests', async () => {
    const { send, open, proxy, onError } = setUpLive()
    await open()
    void proxy.close()
    const refused = await send(livePathOf('pia'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await send('/v1/subscribers/pia/notifications/feed')).status).toBe(200)
    expect(onError).not.toHaveBeenCalled()
  })

  it('resolves at once without streams, and each time it is called', async () => {
    const { proxy, open, send, clock } = setUpLive()
    const { cancel } = await open()
    await cancel()
    await Promise.all([proxy.close(), proxy.close()])
    expect(clock.timers()).toBe(0)
    expect((await send(livePathOf('pia'))).status).toBe(503)
  })

  it('disconnects from the service', async () => {
    const { proxy, open, connections, clock } = setUpLive({ answers: ['stream'] })
    await open()
    const closed = proxy.close()
    await clock.advance(3_000)
    await closed
    expect(connections.map(({ signal }) => signal?.aborted)).toEqual([true])
  })
})

describe('the option live', () => {
  it.each<[string, unknown, string]>([
    ['a text', 'on', 'live'],
    ['no hub', { hub: {} }, 'live.hub'],
    ['too short an interval', { watchInterval: 999 }, 'live.watchInterval'],
    ['no interval', { watchInterval: Number.NaN }, 'live.watchInterval'],
    ['no requests', { requestsPerSecond: 0 }, 'live.requestsPerSecond'],
    ['no streams', { maxStreams: 0 }, 'live.maxStreams'],
    ['no streams of a subscriber', { maxStreamsPerSubscriber: '5' }, 'live.maxStreamsPerSubscriber'],
  ])('rejects %s', (_, live, field) => {
    const create = () =>
      createInboxProxy({ serviceUrl: 'https://s', apiKey: 'key', authenticate: () => null, live: live as LiveOptions })
    expect(create).toThrow(expect.objectContaining({ kind: 'request', fields: [expect.objectContaining({ field })] }))
  })

  it('is optional', async () => {
    const proxy = createInboxProxy({
      serviceUrl: 'https://s',
      apiKey: 'key',
      authenticate: () => 'pia',
      fetch: async () => new Response(null, { status: 404 }),
    })
    const stream = readStream(await proxy(new Request(`https://app.example.com${livePathOf('pia')}`)))
    await settle()
    expect(stream.statuses()).toEqual([false])
    await stream.cancel()
    await proxy.close()
  })
})
