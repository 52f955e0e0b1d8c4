import { afterEach, describe, expect, it, vi } from 'vitest'
import type { InboxClientOptions, SubscriberHash } from '../../src/client/index.ts'
import type { Fault } from '../../src/testing/index.ts'
import { errorOf } from './errorOf.ts'
import { setUpInbox } from './setUpInbox.ts'

afterEach(() => {
  vi.useRealTimers()
})

const refused = { status: 401, body: { statusCode: 401, message: 'The tidings-subscriber-hash expired.' } }

const setUp = (
  subscriberHash: SubscriberHash | undefined,
  faults: Fault[] = [],
  options: Partial<InboxClientOptions> = {},
) => {
  const { client, requests, pauses } = setUpInbox(faults, { subscriberHash, ...options })
  return {
    client,
    requests,
    pauses,
    hashes: () => requests.map(({ headers }) => headers.get('tidings-subscriber-hash')),
  }
}

/** The host app's server, which creates a new hash for each request. */
const signer = () => {
  let count = 0
  return vi.fn(async (id: string) => `${id}-${++count}`)
}

describe('subscriberHash', () => {
  it('is in its own header, of reads and writes', async () => {
    const { client, hashes } = setUp('v1.x')
    await client.getFeed('pia')
    await client.markAs('pia', { messageId: 'a', markAs: 'read' })
    expect(hashes()).toEqual(['v1.x', 'v1.x'])
  })

  it.each([undefined, '', () => null, async () => undefined])('%s sends none', async (none) => {
    const { client, hashes } = setUp(none)
    await client.getFeed('pia')
    await client.getFeed('pia')
    expect(hashes()).toEqual([null, null])
  })

  it('is fetched by a function once per subscriber, also for simultaneous calls', async () => {
    const sign = signer()
    const { client, hashes } = setUp(sign)
    await Promise.all([client.getFeed('pia'), client.getFeed('pia')])
    await errorOf(client.getFeed('kim'))
    expect(hashes()).toEqual(['pia-1', 'pia-1', 'kim-2'])
    expect(sign).toHaveBeenCalledTimes(2)
  })

  it('is replaced once after a 401, and the same request is sent again, without delay or retries', async () => {
    const sign = signer()
    const { client, requests, hashes, pauses } = setUp(sign, [refused], { retry: false })
    await client.markAs('pia', { messageId: 'a', markAs: 'read' }, { keepalive: true })
    expect(hashes()).toEqual(['pia-1', 'pia-2'])
    expect(requests[1]).toMatchObject({
      idempotencyKey: requests[0]?.idempotencyKey,
      body: requests[0]?.body,
      keepalive: true,
    })
    expect(pauses).toEqual([])
  })

  it('does not use up a retry when it is replaced', async () => {
    const { client, requests } = setUp(signer(), [{ status: 500 }, refused, { status: 500 }], {
      retry: { attempts: 2 },
    })
    await client.getFeed('pia')
    expect(requests).toHaveLength(4)
  })

  it('times out like a response, and is fetched again', async () => {
    vi.useFakeTimers()
    const sign = vi.fn(async () => 'v1.x').mockReturnValueOnce(new Promise<string>(() => {}))
    const { client, requests } = setUp(sign, [], { retry: false, timeout: 50 })
    const call = errorOf(client.getFeed('pia'))
    await vi.advanceTimersByTimeAsync(50)
    expect(await call).toMatchObject({ kind: 'timeout', message: expect.stringContaining('subscriberHash') })
    expect(requests).toHaveLength(0)
    await client.getFeed('pia')
    expect(requests).toHaveLength(1)
  })

  it('rejects with the 401 if its replacement times out', async () => {
    vi.useFakeTimers()
    const sign = vi
      .fn(async () => 'v1.x')
      .mockReturnValueOnce(Promise.resolve('v1.old'))
      .mockReturnValueOnce(new Promise<string>(() => {}))
    const { client, hashes } = setUp(sign, [refused], { timeout: 50 })
    const call = errorOf(client.getFeed('pia'))
    await vi.advanceTimersByTimeAsync(50)
    expect(await call).toMatchObject({ status: 401 })
    await client.getFeed('pia')
    expect(hashes()[1]).toBe('v1.x')
  })

  it('rejects with an explanation if its replacement gets a 401 too', async () => {
    const sign = signer()
    const { client, requests } = setUp(sign, [refused, refused])
    const error = await errorOf(client.getFeed('pia'))
    expect(error).toMatchObject({ status: 401, code: 'TIDINGS_104', message: expect.stringContaining('expired') })
    expect(requests).toHaveLength(2)
    expect(sign).toHaveBeenCalledTimes(2)
  })

  it('is replaced once for many simultaneous calls', async () => {
    const sign = signer()
    const { client, hashes } = setUp(sign, [refused, refused, refused])
    await Promise.all([client.getFeed('pia'), client.getFeed('pia'), client.getFeed('pia')])
    expect(hashes()).toEqual(['pia-1', 'pia-1', 'pia-1', 'pia-2', 'pia-2', 'pia-2'])
    expect(sign).toHaveBeenCalledTimes(2)
  })

  it('is not fetched again if the host app has no other one', async () => {
    for (const same of ['v1.same', () => 'v1.same']) {
      const { client, requests } = setUp(same, [refused])
      expect(await errorOf(client.getFeed('pia'))).toMatchObject({ status: 401 })
      expect(requests).toHaveLength(1)
    }
  })

  it('is not replaced after a 401 without one, or after another error', async () => {
    const sign = signer()
    const { client, requests } = setUp(sign, [{ status: 403 }])
    expect(await errorOf(client.getFeed('pia'))).toMatchObject({ status: 403 })
    const without = setUp(undefined, [refused])
    expect(await errorOf(without.client.getFeed('pia'))).toMatchObject({ status: 401 })
    expect([requests.length, without.requests.length, sign.mock.calls.length]).toEqual([1, 1, 1])
  })

  it('rejects with the error of its function, and the next call fetches it again', async () => {
    const problem = new Error('signed out')
    const sign = vi.fn<() => Promise<string>>().mockRejectedValueOnce(problem).mockResolvedValue('v1.x')
    const { client, hashes } = setUp(sign)
    expect(await errorOf(client.getFeed('pia'))).toBe(problem)
    await client.getFeed('pia')
    expect(hashes()).toEqual(['v1.x'])
  })

  it.each([
    ['the page of an error', '<!doctype html>\n<title>Sign in</title>', 'but is "<!doctype'],
    ['nothing', '', 'but is ""'],
    ['JSON', '{"hash":"v1.x"}', 'but is "{'],
    ['an object', { hash: 'v1.x' }, 'but is object'],
  ])('rejects %s, and the next call fetches it again', async (_name, wrong, told) => {
    // JavaScript callers may return it.
    const sign = vi
      .fn<() => string>()
      .mockReturnValueOnce(wrong as string)
      .mockReturnValue('v1.x')
    const { client, hashes } = setUp(sign)
    const error = await errorOf(client.getFeed('pia'))
    expect(error).toMatchObject({
      code: 'TIDINGS_221',
      fields: [{ field: 'subscriberHash' }],
      message: expect.stringContaining(told),
    })
    await client.getFeed('pia')
    expect(hashes()).toEqual(['v1.x'])
    if (wrong !== '')
      expect(await errorOf(setUp(wrong as string).client.getFeed('pia'))).toMatchObject({ code: 'TIDINGS_221' })
  })

  it('is fetched by each call until there is one', async () => {
    let hash: string | null = null
    const { client, hashes } = setUp(() => hash)
    await client.getFeed('pia')
    hash = 'v1.x'
    await client.getFeed('pia')
    expect(hashes()).toEqual([null, 'v1.x'])
  })
})
