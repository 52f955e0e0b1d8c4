import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorBody } from '../../src/contract/index.ts'
import { feedPage } from '../contract/samples.ts'
import { apiKey, json, origin, paths, setUp } from './upstream.ts'

afterEach(() => {
  vi.useRealTimers()
})

const html = (status: number) =>
  new Response('<html>internal.host</html>', { status, headers: { 'content-type': 'text/html' } })
const inside = 'http://internal.host:3000'

describe('a failure of the service', () => {
  it.each([
    ['its gateway requires a login', () => html(407), 502],
    ['it breaks', () => json({ message: 'internal.host', stack: inside }, 500), 502],
    ['its gateway responds with an error', () => html(502), 504],
    ['its gateway times out', () => html(504), 504],
    ['its gateway times out with JSON', () => json({ message: 'internal.host' }, 504), 504],
    ['serviceUrl is another server', () => html(404), 502],
    ['serviceUrl is wrong', () => json({ error: 'internal.host' }, 405), 502],
    ['it is overloaded', () => html(503), 503],
    ['it redirects', () => new Response(null, { status: 302, headers: { location: inside } }), 502],
    ['it responds with HTML', () => html(200), 502],
    ['it responds with other JSON', () => json({ internal: 'internal.host' }), 502],
    [
      'it is unreachable',
      () => new TypeError('fetch failed', { cause: new Error(`connect ECONNREFUSED ${inside}`) }),
      504,
    ],
  ])('(%s) is an error without details, and is reported in full', async (_, answer, status) => {
    const { send, onError, upstream } = setUp([answer()])
    const response = await send(paths.feed)
    const text = await response.text()
    expect(response.status).toBe(status)
    expect(errorBody.parse(JSON.parse(text))).toEqual({
      statusCode: status,
      timestamp: expect.any(String),
      path: `/api/inbox${paths.feed}`,
      message: expect.stringMatching(/^The notification service (failed|can't be reached)\.$/),
    })
    expect(text + JSON.stringify([...response.headers])).not.toMatch(/internal|secret/)
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ operation: 'getFeed' }), {
      requestId: response.headers.get('x-request-id'),
      operation: 'getFeed',
      subscriberId: 'pia',
    })
    expect(upstream).toHaveLength(1)
    expect(upstream[0]?.init.redirect).toBe('manual')
  })

  it('by an operation that it does not have is a 405, which a browser does not repeat', async () => {
    const { send } = setUp([json({ message: 'internal.host' }, 501)])
    const response = await send(paths.feed)
    expect(response.status).toBe(405)
    expect(await response.text()).not.toContain('internal')
  })

  it('by a timeout is a 504, and aborts its request', async () => {
    vi.useFakeTimers()
    let ended = false
    const silent = (init: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => {
          ended = true
          reject(new Error('aborted'))
        })
      })
    const { send, onError } = setUp([silent])
    const response = send(paths.feed)
    await vi.advanceTimersByTimeAsync(7_999)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await response).status).toBe(504)
    expect(ended).toBe(true)
    expect(onError).toHaveBeenCalledOnce()
  })

  it('never contains the key, not even in the report', async () => {
    const { send, onError } = setUp([new TypeError('fetch failed')])
    await send(paths.feed)
    const [error] = onError.mock.calls[0] ?? []
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(apiKey)
  })
})

it.each([
  [
    'throws',
    () => {
      throw new Error('full')
    },
  ],
  ['rejects', () => Promise.reject(new Error('full'))],
])('an `onError` that %s is logged, and changes no response', async (_, onError) => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { send } = setUp([json({ message: 'Broken' }, 500)], { onError })
  expect((await send(paths.feed)).status).toBe(502)
  expect(log).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('onError'),
    new Error('full'),
    'It reported:',
    expect.objectContaining({ status: 500 }),
  )
  log.mockRestore()
})

describe('an error that the request caused', () => {
  it.each([400, 404, 409, 413, 422, 425])('%i is passed on without anything of the response', async (status) => {
    const body = {
      statusCode: status,
      message: ['No such', 'subscriber'],
      path: inside,
      ctx: { org: 'org_1' },
      errors: { a: { messages: ['x'] } },
    }
    const { post, onError } = setUp([json(body, status, { 'set-cookie': 'a=b' })])
    const response = await post(paths.markAll, { markAs: 'read' })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      statusCode: status,
      timestamp: expect.any(String),
      path: `/api/inbox${paths.markAll}`,
      message: 'The notification service rejected the request.',
    })
    expect(response.headers.has('set-cookie')).toBe(false)
    // The contract was checked before, so the service differs from it.
    expect(onError).toHaveBeenCalledTimes([400, 422].includes(status) ? 1 : 0)
  })

  it('is reported without the key and without control characters', async () => {
    const message = `the key ${apiKey} is old \u001b[31mred\u001b[0m\n2026-01-06 a forged line`
    const errors = { [`a\u0007${apiKey}`]: { messages: [message] } }
    const { send, onError } = setUp([json({ statusCode: 422, message, errors }, 422)])
    expect(await (await send(paths.feed)).text()).not.toContain('red')
    const [error] = onError.mock.calls[0] ?? []
    const { message: logged } = error as Error
    expect(logged).toContain('the key [API key] is old')
    // eslint-disable-next-line no-control-regex
    expect(logged).not.toMatch(/[\u0000-\u001f]/)
    expect(`${logged} ${JSON.stringify(error)}`).not.toContain(apiKey)
  })

  it('is reported without anything of a body that is nested too deeply to be cleaned', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const body = `{"statusCode":422,"message":"the key ${apiKey} is old\\u001b[31m","ctx":${deep}}`
    const { send, onError } = setUp([new Response(body, { status: 422 })])
    expect((await send(paths.feed)).status).toBe(502)
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 422 }), expect.anything())
    const [error] = onError.mock.calls[0] ?? []
    // eslint-disable-next-line no-control-regex
    expect(String(error)).not.toMatch(/is old|top-secret|[\u0000-\u001f]/)
  })

  it('passes Retry-After on, in seconds, and is reported: a limit of the service needs its operator', async () => {
    const { send, onError } = setUp([
      json({}, 429, { 'retry-after': '17' }),
      json({}, 503, { 'retry-after': '5' }),
      json({}, 429),
    ])
    const waits = [await send(paths.feed), await send(paths.feed), await send(paths.feed)].map((response) => [
      response.status,
      response.headers.get('retry-after'),
    ])
    expect(waits).toEqual([
      [429, '17'],
      [503, '5'],
      [429, null],
    ])
    expect(onError).toHaveBeenCalledTimes(3)
  })
})

describe('a browser that disconnects', () => {
  it('aborts the request to the service, without a report', async () => {
    const controller = new AbortController()
    let aborted = false
    const silent = (init: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => {
          aborted = true
          reject(new Error('aborted'))
        })
        controller.abort()
      })
    const { proxy, onError } = setUp([silent])
    const response = await proxy(new Request(`${origin}/api/inbox${paths.feed}`, { signal: controller.signal }))
    expect([response.status, aborted]).toEqual([499, true])
    expect(onError).not.toHaveBeenCalled()
  })

  it('does not abort the registration of a new subscriber, whose failure is not reported', async () => {
    const controller = new AbortController()
    let aborted: boolean | undefined
    const registering = (init: RequestInit) => {
      controller.abort()
      aborted = init.signal?.aborted
      return Promise.reject(new Error('ECONNRESET'))
    }
    const { proxy, onError } = setUp([
      json({ statusCode: 404, message: 'There is no subscriber "pia".' }, 404),
      registering,
    ])
    const response = await proxy(new Request(`${origin}/api/inbox${paths.feed}`, { signal: controller.signal }))
    expect([response.status, aborted]).toEqual([499, false])
    expect(onError).not.toHaveBeenCalled()
  })
})

describe('a subscriber whom the service does not know', () => {
  const unknown = (status: number) => json({ statusCode: status, message: 'There is no subscriber "pia".' }, status)

  it.each([404, 400])('is registered after a %i, and has an empty inbox', async (status) => {
    const created = json({ created: [{ subscriberId: 'pia' }], updated: [], failed: [] }, 201)
    const { send, upstream, onError } = setUp([unknown(status), created, json(feedPage)])
    expect((await send(paths.feed)).status).toBe(200)
    expect(upstream.map(({ url }) => new URL(url).pathname)).toEqual([paths.feed, '/v1/subscribers/bulk', paths.feed])
    expect(upstream[1]?.body).toEqual({ subscribers: [{ subscriberId: 'pia' }] })
    expect(onError).not.toHaveBeenCalled()
  })

  it('is registered once for requests at the same time', async () => {
    const created = json({ created: [{ subscriberId: 'pia' }], updated: [], failed: [] }, 201)
    const { send, upstream } = setUp([unknown(404), unknown(404), created, json(feedPage), json(feedPage)])
    const responses = await Promise.all([send(paths.feed), send(paths.feed)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(upstream.filter(({ url }) => url.endsWith('/bulk'))).toHaveLength(1)
  })

  it('is registered at most once a minute, whatever the requests are', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const created = () => json({ created: [{ subscriberId: 'pia' }], updated: [], failed: [] }, 201)
    const { send, upstream } = setUp([unknown(400), created(), ...Array.from({ length: 20 }, () => unknown(400))])
    for (let requests = 0; requests < 20; requests += 1) {
      expect((await send(paths.feed)).status).toBe(400)
      vi.advanceTimersByTime(1_000)
    }
    expect(upstream.filter(({ url }) => url.endsWith('/bulk'))).toHaveLength(1)
    vi.useRealTimers()
  })

  it('is not registered after a 400 with another reason', async () => {
    const { send, upstream } = setUp([json({ statusCode: 400, message: 'The payload contains a NUL.' }, 400)])
    expect((await send(paths.feed)).status).toBe(400)
    expect(upstream).toHaveLength(1)
  })

  it('gets the error if the registration fails, which is reported', async () => {
    const { send, upstream, onError } = setUp([unknown(404), json({ statusCode: 500, message: 'Full' }, 500)])
    expect((await send(paths.feed)).status).toBe(404)
    expect(upstream).toHaveLength(2)
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 500 }), expect.anything())
  })
})

describe('a response that is larger than maxResponseBytes', () => {
  it('is not read to its end, and is an error of the service', async () => {
    let sent = 0
    let isCanceled = false
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 1
        controller.enqueue(new Uint8Array(1_000).fill(32))
      },
      cancel: () => {
        isCanceled = true
      },
    })
    const { send, onError } = setUp([new Response(endless)], { maxResponseBytes: 10_000 })
    expect((await send(paths.feed)).status).toBe(502)
    expect(sent).toBeLessThan(20)
    expect(isCanceled).toBe(true)
    expect(String(onError.mock.calls[0]?.[0])).toContain('is larger than 10000 bytes')
  })
})
