import { describe, expect, it, vi } from 'vitest'
import { errorBody } from '../../src/contract/index.ts'
import { origin, paths, setUp } from './upstream.ts'

/** The status, and the issues by field. */
const told = async (response: Promise<Response>) => {
  const { status } = await response
  const body = errorBody.parse(await (await response).json())
  const fields = Object.entries(body.errors ?? {}).flatMap(([field, { messages }]) =>
    messages.map((text) => `${field} ${text}`),
  )
  return [status, ...fields]
}

describe('a query', () => {
  it.each([
    ['limit=101', 'limit must be a whole number from 1 to 100'],
    ['page=-1', 'page must be a whole number of 0 or more'],
    ['read=yes', 'read must be true or false'],
    ['archived=true', 'archived is not a known field'],
    ['page=1&page=2', 'page must not be repeated'],
    ['payload=rubbish', 'payload must be a JSON object in base64'],
    ['payload=WzFd', 'payload must be a JSON object in base64'],
  ])('%s is rejected before a request is sent', async (query, issue) => {
    const { send, upstream } = setUp()
    expect(await told(send(`${paths.feed}?${query}`))).toEqual([422, issue])
    expect(upstream).toEqual([])
  })

  it('of preferences and of writes is checked too', async () => {
    const { send, post, upstream } = setUp()
    expect(await told(send(`${paths.preferences}?criticality=x`))).toEqual([
      422,
      'criticality must be "critical", "nonCritical" or "all"',
    ])
    expect(await told(post(`${paths.markAll}?all=1`, { markAs: 'read' }))).toEqual([422, 'all is not a known field'])
    expect(upstream).toEqual([])
  })

  it('is sent as the contract parses it', async () => {
    const { send, upstream } = setUp(['own'])
    await send(`${paths.feed}?limit=007&page=0`)
    expect(upstream[0]?.url).toBe(`https://service.example.com${paths.feed}?page=0&limit=7`)
  })
})

describe('a body', () => {
  it('is checked against the contract, field by field', async () => {
    const { post, upstream } = setUp()
    expect(await told(post(paths.markAs, { messageId: ['a', 5], markAs: 'done', more: 1 }))).toEqual([
      422,
      'messageId[1] must be a string',
      'markAs must be "read", "seen", "unread" or "unseen"',
      'more is not a known field',
    ])
    expect(await told(post(paths.markAll, {}))).toEqual([
      422,
      'markAs is missing: it must be "read", "seen", "unread" or "unseen"',
    ])
    expect(upstream).toEqual([])
  })

  it.each(['', '{', 'null', '5', '"text"', '{"markAs":"read"} x', 'eyJtYXJrQXMiOiJyZWFkIn0='])(
    'of %j is rejected: 400',
    async (body) => {
      const { post, upstream } = setUp()
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      expect(await told(post(paths.markAll, body))).toEqual([400])
      expect(warn.mock.calls).toEqual([
        [expect.stringContaining('markAll: refused with 400, because its body is not a JSON')],
      ])
      warn.mockRestore()
      expect(upstream).toEqual([])
    },
  )

  it('that is not UTF-8 is rejected: 400', async () => {
    const { send } = setUp()
    const body = new Uint8Array([0x7b, 0xff, 0x7d])
    expect(
      (await send(paths.markAll, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
    ).toBe(400)
  })

  it('that breaks off is rejected: 400', async () => {
    const { send } = setUp()
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
    expect((await send(paths.markAll, init)).status).toBe(400)
  })

  it('that is too large by its Content-Length is rejected without being read: 413', async () => {
    const { post } = setUp([], { maxBodyBytes: 100 })
    const response = await post(
      paths.markAs,
      { messageId: 'x'.repeat(100), markAs: 'read' },
      { 'content-length': '200' },
    )
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ message: 'The body is larger than 100 bytes.' })
  })

  it('that does not end is rejected while it is read: 413', async () => {
    const { send, upstream } = setUp([], { maxBodyBytes: 1000 })
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 100
        controller.enqueue(new Uint8Array(100).fill(32))
      },
    })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
    expect((await send(paths.markAs, init)).status).toBe(413)
    expect(sent).toBeLessThan(1500)
    expect(upstream).toEqual([])
  })

  it('of 4,500 message ids is accepted by default', async () => {
    const { post } = setUp(['own'])
    const messageId = Array.from({ length: 4500 }, (_, index) => String(index).padStart(24, '0'))
    expect((await post(paths.markAs, { messageId, markAs: 'seen' })).status).toBe(201)
  })

  it('gets at most 20 issues in the response', async () => {
    const { post } = setUp()
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]))
    expect(await told(post(paths.markAll, { markAs: 'read', ...fields }))).toHaveLength(21)
  })

  it('that the app has read is an error of the set-up: 500, and the fix is reported', async () => {
    const { proxy, onError } = setUp([], {
      authenticate: async (request) => ((await request.json()) as { markAs: string }).markAs && 'pia',
    })
    const request = new Request(`${origin}/api/inbox${paths.markAll}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"markAs":"read"}',
    })
    expect((await proxy(request)).status).toBe(500)
    expect(String(onError.mock.calls[0]?.[0])).toContain('Read only the headers there')
  })
})

describe('timeout', () => {
  it('rejects a body that does not arrive: 408', async () => {
    const { send, upstream } = setUp([], { timeout: 50 })
    const body = new ReadableStream()
    const headers = { 'content-type': 'application/json' }
    const response = await send(paths.markAll, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(408)
    expect(upstream).toEqual([])
  })

  it('reports an authenticate that does not finish: 500', async () => {
    const { send, onError } = setUp([], { timeout: 50, authenticate: () => new Promise<null>(() => {}) })
    expect((await send(paths.feed)).status).toBe(500)
    expect(String(onError.mock.calls[0]?.[0])).toContain('did not finish within 50 ms')
  })
})

describe('the idempotency key', () => {
  const keyOf = async (subscriberId: string, key: string | undefined, path: 'mark-as' | 'mark-all' = 'mark-all') => {
    const { post, upstream } = setUp(['own'], { authenticate: () => subscriberId, service: { subscriberId } })
    const body = path === 'mark-all' ? { markAs: 'read' } : { markAs: 'read', messageId: 'a' }
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    expect(
      (await post(`/v1/subscribers/${encodeURIComponent(subscriberId)}/messages/${path}`, body, headers)).status,
    ).toBe(201)
    return upstream[0]?.headers['idempotency-key']
  }

  it('is the same for the same subscriber, operation and key, so that retries work', async () => {
    expect(await keyOf('pia', 'k')).toBe(await keyOf('pia', 'k'))
  })

  it('is unique for each request with an empty one', async () => {
    expect(await keyOf('pia', '')).not.toBe(await keyOf('pia', ''))
  })

  it('can not be produced by another subscriber, however ids and keys are combined', async () => {
    const keys = [
      await keyOf('pia', 'k'),
      await keyOf('kim', 'k'),
      await keyOf('pia', 'k2'),
      await keyOf('pia","markAll","', 'k'),
      await keyOf('p', 'iak'),
      await keyOf('pia', 'k', 'mark-as'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is never sent unchanged, has an allowed length, and is created if it is missing', async () => {
    const long = await keyOf('pia', 'x'.repeat(2000))
    expect(long).toMatch(/^tidings-[0-9a-f]{64}$/)
    expect(await keyOf('pia', undefined)).toMatch(/^[\x21-\x7e]{1,255}$/)
  })
})
