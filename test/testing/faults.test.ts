import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient, isNetworkError, isTimeoutError } from '../../src/client/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const arrange = () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const client = createInboxClient({ baseUrl: '/api/inbox', fetch: service.fetch, retry: false, timeout: 1000 })
  const read = () =>
    service
      .notifications()
      .filter((notification) => notification.read)
      .map(({ _id }) => _id)
  const mark = (messageId: string, idempotencyKey?: string) =>
    client.markAs('ada', { messageId, markAs: 'read' }, idempotencyKey === undefined ? {} : { idempotencyKey })
  return { service, client, read, mark }
}
/** The outcome of a call, if it has ended. */
const follow = (call: Promise<unknown>) => {
  const outcome: { value?: unknown; error?: unknown } = {}
  void call.then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.error = error),
  )
  return outcome
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('an injected fault', () => {
  it.each([
    ['lost-request', []],
    ['lost-response', ['n1']],
  ] as const)('%s is a lost connection, and the service has processed %j', async (fault, done) => {
    const { service, mark, read } = arrange()
    service.fail('markAs', fault)
    const outcome = follow(mark('n1'))
    await pass(0)
    expect(isNetworkError(outcome.error)).toBe(true)
    expect(read()).toEqual(done)
    await mark('n0')
    expect(read()).toContain('n0')
  })

  it('no-response processes the request, and only the client’s timeout ends it', async () => {
    const { service, mark, read } = arrange()
    service.fail('markAs', 'no-response')
    const outcome = follow(mark('n1'))
    await pass(999)
    expect([read(), outcome]).toEqual([['n1'], {}])
    await pass(1)
    expect(isTimeoutError(outcome.error)).toBe(true)
  })

  it('duplicate delivers a request twice; with its key it counts once', async () => {
    const { service, client, read } = arrange()
    service.fail('markAll', 'duplicate')
    expect(await client.markAll('ada', { markAs: 'read' })).toBe(3)
    expect(service.requests.map(({ operation }) => operation)).toEqual(['markAll', 'markAll'])
    expect(read()).toHaveLength(3)
  })

  it('an error response has the service’s format or a custom one, and nothing is processed', async () => {
    const { service, mark, read } = arrange()
    service.fail('markAs', { status: 503, headers: { 'retry-after': '7' } })
    service.fail('markAs', { status: 502, body: 'gateway' })
    await expect(mark('n1')).rejects.toMatchObject({ status: 503, retryAfter: 7000, body: { statusCode: 503 } })
    await expect(mark('n1')).rejects.toMatchObject({ status: 502 })
    expect(read()).toEqual([])
  })

  it('any other response is returned unchanged, each time, and nothing is processed', async () => {
    const { service, mark, read } = arrange()
    const portal = new Response('<h1>Sign in to this network</h1>', { headers: { 'content-type': 'text/html' } })
    service.fail('markAs', portal, 2)
    for (const _ of [1, 2]) await expect(mark('n1')).rejects.toThrow('The response is text/html instead of JSON')
    expect(read()).toEqual([])
    await mark('n1')
    expect(read()).toEqual(['n1'])
  })

  it('applies as often as specified', async () => {
    const { service, mark } = arrange()
    service.fail('markAs', { status: 500 }, 2)
    await expect(mark('n1')).rejects.toMatchObject({ status: 500 })
    await expect(mark('n1')).rejects.toMatchObject({ status: 500 })
    await expect(mark('n1')).resolves.toHaveLength(1)
  })

  it('delays the request, the work or the response', async () => {
    const { service, mark, read } = arrange()
    for (const of of ['request', 'work', 'response'] as const) service.fail('markAs', { delay: 500, of })
    const outcomes = ['n2', 'n1', 'n0'].map((id) => follow(mark(id)))
    await pass(499)
    expect(read()).toEqual(['n0'])
    expect(service.requests).toHaveLength(2)
    expect(outcomes).toEqual([{}, {}, {}])
    await pass(1)
    expect(read()).toEqual(['n2', 'n1', 'n0'])
    expect(outcomes.every(({ value }) => value !== undefined)).toBe(true)
  })

  it('rejects the same key during slow work, and repeats its response afterwards', async () => {
    const { service, mark, read } = arrange()
    service.fail('markAs', { delay: 500, of: 'work' })
    follow(mark('n1', 'key'))
    await pass(10)
    await expect(mark('n1', 'key')).rejects.toMatchObject({ status: 409, retryAfter: 1000 })
    await pass(500)
    await expect(mark('n1', 'key')).resolves.toMatchObject([{ _id: 'n1', read: true }])
    expect(read()).toEqual(['n1'])
  })

  it('responses with different delays arrive out of order', async () => {
    const { service, client } = arrange()
    service.fail('getFeed', { delay: 300 })
    service.fail('getFeed', { delay: 100 })
    const [slow, quick] = [follow(client.getFeed('ada')), follow(client.getFeed('ada'))]
    await pass(100)
    expect([slow.value, quick.value]).toEqual([undefined, expect.objectContaining({ pageSize: 3 })])
    await pass(200)
    expect(slow.value).toBeDefined()
  })
})

describe('a hold', () => {
  it('delays the matching responses, including errors, until it is released', async () => {
    const { service, client } = arrange()
    const release = service.hold('getFeed', ({ query }) => query.page === '1')
    expect((await client.getFeed('ada')).data).toHaveLength(3)
    const held = client.getFeed('ada', { page: 1 })
    await pass(0)
    service.fail('getFeed', { status: 500 })
    const failing = client.getFeed('ada', { page: 1 })
    const outcomes = [follow(held), follow(failing)]
    await pass(500)
    expect(outcomes).toEqual([{}, {}])
    release()
    await expect(held).resolves.toMatchObject({ data: [] })
    await expect(failing).rejects.toMatchObject({ status: 500 })
    expect((await client.getFeed('ada', { page: 1 })).data).toEqual([])
  })

  it('can be released after a later one, and clear() releases all', async () => {
    const { service, client } = arrange()
    service.hold('getFeed')
    const first = follow(client.getFeed('ada'))
    await pass(0)
    const releaseSecond = service.hold('getFeed')
    const second = follow(client.getFeed('ada'))
    await pass(0)
    releaseSecond()
    await pass(0)
    expect([first.value, second.value]).toEqual([undefined, expect.anything()])
    service.fail('getFeed', { status: 500 })
    service.clear()
    await pass(0)
    expect(first.value).toBeDefined()
    await expect(client.getFeed('ada')).resolves.toBeDefined()
  })
})

it('the service takes the signals of jsdom, which the `Request` of Node 24 refuses', async () => {
  const OfNode = Request
  class Strict extends OfNode {
    constructor(input: RequestInfo | URL, init: RequestInit = {}) {
      if (init.signal)
        throw new TypeError('RequestInit: Expected signal ("AbortSignal {}") to be an instance of AbortSignal.')
      super(input, init)
    }
  }
  vi.stubGlobal('Request', Strict)
  const service = createTestService()
  const client = createInboxClient({ baseUrl: '/api/inbox', fetch: service.fetch, retry: false })
  const stop = new AbortController()
  const page = await client.getFeed('ada', {}, { signal: stop.signal })
  service.fail('getFeed', 'no-response')
  const aborted = client.getFeed('ada', {}, { signal: stop.signal })
  stop.abort(new Error('Gone'))
  vi.unstubAllGlobals()
  expect(page.data).toEqual([])
  await expect(aborted).rejects.toThrow('Gone')
})
