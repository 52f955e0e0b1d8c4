import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient, isHttpError } from '../../src/client/index.ts'
import { type Authenticate, createInboxProxy, type InboxProxyOptions } from '../../src/proxy/index.ts'
import { feedPage } from '../contract/samples.ts'
import { apiKey, json, origin, paths, setUp } from './upstream.ts'

/** The whole response to a browser, for every error of the set-up. */
const answered = {
  statusCode: 500,
  timestamp: expect.any(String),
  path: `/api/inbox${paths.feed}`,
  message: "This site's connection to its notification service is not set up correctly.",
  code: 'TIDINGS_311',
}
const served = () => json({ ...feedPage, data: [] })
const refusedKey = () => json({ message: 'API key top-secret-key is not valid', errorId: crypto.randomUUID() }, 401)

describe('an error of the set-up', () => {
  it.each([
    ['the service rejects the key', [refusedKey()], {}, 'TIDINGS_310'],
    ['the service forbids the key', [json({ message: 'internal.host' }, 403)], {}, 'TIDINGS_310'],
    ['there is no key', [], { apiKey: undefined }, 'TIDINGS_309'],
    ['the key is empty', [], { apiKey: '' }, 'TIDINGS_309'],
    ['there is no serviceUrl', [], { serviceUrl: undefined }, 'TIDINGS_309'],
    ['authenticate throws', [], { authenticate: () => Promise.reject(new Error('hunter2')) }, 'TIDINGS_301'],
    [
      'authenticate takes too long',
      [],
      { authenticate: () => new Promise<null>(() => {}), timeout: 10 },
      'TIDINGS_301',
    ],
    ['authenticate returns a number', [], { authenticate: () => 5 as never }, 'TIDINGS_302'],
  ])('has the same response for the browser, and details for onError: %s', async (_, answers, options, code) => {
    const { send, onError } = setUp(answers, options)
    const response = await send(paths.feed)
    expect([response.status, await response.json()]).toEqual([500, answered])
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code, name: 'SetupError' }), {
      requestId: response.headers.get('x-request-id'),
      operation: 'getFeed',
      ...(code === 'TIDINGS_310' && { subscriberId: 'pia' }),
    })
    const [error] = onError.mock.calls[0] ?? []
    expect(String(error)).not.toContain(apiKey)
    // The log prints the cause too.
    expect(String((error as Error).cause)).not.toContain('Sign in')
  })

  const throws = (message: string) => () => Promise.reject(new Error(message))
  const needsNode: Authenticate = (_request, { req }) => throws(`no session in ${String(req)}`)()
  it.each([
    [throws('down'), 'Error: down. Correct it. For a visitor who is not signed in it must return null.'],
    [throws('Down.'), 'Error: Down. Correct it.'],
    [needsNode, 'undefined. `context.req` was undefined. Serve the proxy by `toNodeHandler`, or pass the request'],
    [() => new Promise<null>(() => {}), 'within 10 ms, so the user is unknown. Find out what it waits for, or incr'],
    [() => 5 as never, 'it returned a number. Return the subscriberId as a string, or null if no one is signed in.'],
    [() => ({}) as never, 'it returned an object. Return the'],
  ])('of authenticate is explained (%#)', async (authenticate, explanation) => {
    const { send, onError } = setUp([], { authenticate, timeout: 10 })
    await send(paths.feed)
    const error = String(onError.mock.calls[0]?.[0])
    expect(error).toMatch(/^SetupError: authenticate: it /)
    expect(error).toContain(explanation)
  })

  it('of authenticate with a Node request does not blame that', async () => {
    const onError = vi.fn()
    const authenticate = (_request: Request, { req }: { req: string }) => throws(`no session in ${req}`)()
    const proxy = createInboxProxy({ serviceUrl: 'https://s', apiKey: 'k', authenticate, onError })
    await proxy(new Request(origin + paths.feed), { req: 'Node' })
    expect(String(onError.mock.calls[0]?.[0])).toContain('Error: no session in Node. Correct it.')
  })

  it('is not retried by a browser, unlike an outage', async () => {
    const page = (proxy: (request: Request) => Promise<Response>) => {
      const fetch = vi.fn<typeof globalThis.fetch>((input, init) => proxy(new Request(input, init)))
      const client = createInboxClient({
        baseUrl: `${origin}/api/inbox`,
        fetch,
        environment: { sleep: async () => {} },
      })
      return { client, fetch }
    }
    const wrong = page(setUp([refusedKey()]).proxy)
    const error = await wrong.client.getFeed('pia').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'TIDINGS_311', status: 500, attempts: 1 })
    expect(String(error)).toContain('The log of the server that answered names the cause and its fix.')
    expect(wrong.fetch).toHaveBeenCalledOnce()

    const down = page(setUp([json({ message: 'Busy' }, 503), json({ message: 'Busy' }, 500), json(feedPage)]).proxy)
    await down.client.getFeed('pia')
    expect(down.fetch).toHaveBeenCalledTimes(3)
  })

  it('is an ordinary failure for an older client, which does not know the code, and for an older proxy, which sends none', async () => {
    const { send } = setUp([refusedKey()])
    expect((await send(paths.feed)).status).toBeGreaterThanOrEqual(500)
    const fetch = async () =>
      json({ statusCode: 502, message: 'The notification service failed. Try again later.' }, 502)
    const older = createInboxClient({ baseUrl: origin, fetch, retry: false })
    const error = await older.getFeed('pia').catch((thrown: unknown) => thrown)
    expect(isHttpError(error) && error.code).toBe('TIDINGS_103')
  })
})

describe('a build without secrets', () => {
  it('creates the proxy, and each request reports the missing options', async () => {
    const { send, onError } = setUp([], { apiKey: undefined, serviceUrl: '' })
    await send(paths.feed)
    expect(String(onError.mock.calls[0]?.[0])).toMatch(
      /createInboxProxy: it has no serviceUrl and no apiKey\. .*environment variable is not set\. Set it on this server and restart\./,
    )
  })

  it('may lack the signing secret too, without authenticate', async () => {
    const onError = vi.fn()
    const options: InboxProxyOptions = { serviceUrl: 'https://s', apiKey: 'k', signingSecret: undefined, onError }
    const response = await createInboxProxy(options)(new Request(origin + paths.feed))
    expect(response.status).toBe(500)
    expect(String(onError.mock.calls[0]?.[0])).toContain('it has no signingSecret.')
  })

  it('responds to requests to no inbox as usual', async () => {
    const { send, onError } = setUp([], { apiKey: undefined })
    expect((await send('/v1/other')).status).toBe(404)
    expect(onError).not.toHaveBeenCalled()
  })
})

describe('the log of a proxy without onError', () => {
  const log = vi.fn<(place: string, told: unknown) => void>()
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    vi.spyOn(console, 'error').mockImplementation(log.mockClear())
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  let services = 0
  /** Each response of the service is one request, to the inboxes of `wanted`. */
  const requests = (
    answers: (() => Response)[],
    authenticate: (id: string) => string | null = (id) => id,
    serviceUrl = `https://s${(services += 1)}`,
  ) => {
    const fetch = async () => answers.shift()?.() ?? served()
    const proxy = createInboxProxy({
      serviceUrl,
      apiKey: 'k',
      authenticate: ({ url }) => authenticate(/subscribers\/([^/]+)/.exec(url)?.[1] ?? ''),
      fetch,
    })
    return async (...wanted: string[]) => {
      const before = log.mock.calls.length
      for (const id of wanted) await proxy(new Request(`${origin}/v1/subscribers/${id}/notifications/feed`))
      return log.mock.calls.slice(before).map(([, told]) => (told instanceof Error ? told.message : told))
    }
  }
  const mistakes = (message: () => string) => {
    const state = { isBroken: true }
    const ask = requests([], (id) => {
      if (state.isBroken) throw new Error(message())
      return id
    })
    return { state, ask }
  }

  it('contains the request, the operation and the fix', async () => {
    const ask = requests([refusedKey])
    const [told] = await ask('pia')
    expect(log.mock.calls[0]?.[0]).toMatch(
      /^tidings proxy, request [0-9a-f-]{36}, getFeed \(logged once until it is over\):$/,
    )
    expect(told).toMatch(
      /^createInboxProxy: the service at https:\/\/s\d+ returned 401\. It rejects the `apiKey`.* Set `apiKey` to the secret key/,
    )
  })

  it('contains a rejected key once for all subscribers, and again after a successful request', async () => {
    const ask = requests([refusedKey, refusedKey, refusedKey, served, refusedKey, refusedKey])
    expect(await ask('pia', 'kim', 'ada')).toHaveLength(1)
    expect(await ask('kim', 'ada', 'pia')).toHaveLength(1)
  })

  it('contains it once for all copies of a proxy that a framework creates', async () => {
    const copies = [1, 2].map(() => requests([refusedKey], undefined, 'https://bundled'))
    expect([await copies[0]?.('pia'), await copies[1]?.('pia')]).toEqual([[expect.any(String)], []])
  })

  it('contains another response about the key as another error', async () => {
    const ask = requests([refusedKey, () => json({ message: 'Expired' }, 401), refusedKey])
    expect(await ask('pia', 'pia', 'pia')).toHaveLength(2)
  })

  it('contains an error of authenticate once, and again after a success for that subscriber', async () => {
    const { state, ask } = mistakes(() => 'down')
    expect(await ask('pia', 'kim', 'pia')).toEqual([expect.stringMatching(/it threw.*Error: down\. Correct it\./)])
    state.isBroken = false
    await ask('pia')
    state.isBroken = true
    expect(await ask('pia', 'pia')).toHaveLength(1)
  })

  it('contains it once if it fails for one subscriber and works for others', async () => {
    const ask = requests([], (id) => {
      if (id === 'pia') throw new Error('no session')
      return id
    })
    expect(await ask('pia', 'kim', 'pia', 'kim', 'pia')).toHaveLength(1)
    vi.advanceTimersByTime(599_000)
    expect(await ask('pia')).toHaveLength(0)
    vi.advanceTimersByTime(601_000)
    expect(await ask('pia')).toHaveLength(1)
  })

  it('contains messages that differ only in ids once, and remembers at most 100 others', async () => {
    let count = 0
    expect(await mistakes(() => `no session a1b2-${(count += 1)}`).ask('pia', 'pia', 'pia')).toHaveLength(1)
    const letters = () => String.fromCodePoint(0x4e00 + (count += 1))
    const { ask } = mistakes(letters)
    expect(await ask(...Array.from({ length: 101 }, () => 'pia'))).toHaveLength(101)
    count -= 101
    // The first one is no longer recorded. Logging it removes the second.
    expect(await ask('pia')).toHaveLength(1)
  })

  it('contains an outage once in full, and each further request in a line with its id', async () => {
    const busy = () => json({ message: 'No.', errorId: crypto.randomUUID() }, 503)
    const ask = requests([busy, busy, () => json({}, 500), busy])
    expect(await ask('pia', 'pia', 'pia', 'pia')).toEqual([
      expect.stringContaining('the service returned 503'),
      'again TIDINGS_103',
      expect.stringContaining('the service returned 500'),
      'again TIDINGS_103',
    ])
    expect(log.mock.calls[3]?.[0]).toMatch(/^tidings proxy, request [0-9a-f-]{36}, getFeed:$/)
  })
})

describe('a render that the framework ends', () => {
  const signal = Object.assign(new Error('During prerendering, fetch() rejects when the prerender is complete.'), {
    digest: 'HANGING_PROMISE_REJECTION',
  })

  it('is rethrown by the proxy, without a report', async () => {
    const { send, onError } = setUp([signal])
    await expect(send(paths.feed)).rejects.toBe(signal)
    const authenticate = () => Promise.reject(signal)
    await expect(setUp([], { authenticate, onError }).send(paths.feed)).rejects.toBe(signal)
    expect(onError).not.toHaveBeenCalled()
  })

  it('is not any other error with a digest', async () => {
    const { send } = setUp([Object.assign(new Error('checksum'), { digest: 'sha512-x' })])
    expect((await send(paths.feed)).status).toBe(504)
  })
})
