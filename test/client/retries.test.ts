import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createInboxClient, isHttpError, isNetworkError } from '../../src/client/index.ts'
import { sleep } from '../../src/client/sleep.ts'
import type { Fault } from '../../src/testing/index.ts'
import { errorOf } from './errorOf.ts'
import { html, setUpInbox } from './setUpInbox.ts'

const mark = { messageId: 'n1', markAs: 'read' } as const
const lost = (times: number): Fault[] => Array.from({ length: times }, () => 'lost-request')

describe('retries', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])('retries after %i', async (status) => {
    const { client, requests } = setUpInbox([{ status }])
    await client.getFeed('pia')
    expect(requests).toHaveLength(2)
  })

  it.each([301, 400, 401, 403, 404, 413, 422])('does not retry after %i', async (status) => {
    const { client, requests } = setUpInbox([Response.json({}, { status })])
    const error = await errorOf(client.getFeed('pia'))
    expect(isHttpError(error) && error.attempts).toBe(1)
    expect(requests).toHaveLength(1)
  })

  it('retries after a lost connection or a gateway’s response', async () => {
    const { client, requests } = setUpInbox(['lost-request', html(502)])
    await client.getFeed('pia')
    expect(requests).toHaveLength(3)
  })

  it('retries after a body that broke off', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError('terminated')),
    })
    const { client, requests } = setUpInbox([new Response(broken)])
    await client.getFeed('pia')
    expect(requests).toHaveLength(2)
  })

  it('does not retry after an invalid response', async () => {
    const { client, requests } = setUpInbox([Response.json({ odd: true })])
    await errorOf(client.getFeed('pia'))
    expect(requests).toHaveLength(1)
  })

  it('rejects with the last error after three retries', async () => {
    const { client, requests } = setUpInbox([...lost(3), { status: 503, body: { message: 'down' } }])
    const error = await errorOf(client.getFeed('pia'))
    expect(error).toMatchObject({ status: 503, attempts: 4 })
    expect(String(error)).toContain('after 4 attempts')
    expect(requests).toHaveLength(4)
  })

  it('does not retry if retry is false', async () => {
    const { client, requests } = setUpInbox(lost(1), { retry: false })
    expect(isNetworkError(await errorOf(client.getFeed('pia')))).toBe(true)
    expect(requests).toHaveLength(1)
  })

  it('increases the delay up to a maximum, with jitter', async () => {
    const half = setUpInbox(lost(3), { retry: { baseDelay: 1000, maxDelay: 3000 } })
    await half.client.getFeed('pia')
    expect(half.pauses).toEqual([500, 1000, 1500])

    const none = setUpInbox(lost(1), { environment: { random: () => 0 } })
    await none.client.getFeed('pia')
    expect(none.pauses).toEqual([0])
  })
})

describe('Retry-After', () => {
  const first = { retry: { baseDelay: 300 } }

  it('delays the retry, in seconds', async () => {
    const { client, pauses } = setUpInbox([{ status: 429, headers: { 'retry-after': '7' } }], first)
    await client.getFeed('pia')
    expect(pauses).toEqual([7150])
  })

  it('delays the retry until a date, by the server’s clock', async () => {
    const headers = { date: 'Mon, 05 Jan 2026 21:00:00 GMT', 'retry-after': 'Mon, 05 Jan 2026 21:00:12 GMT' }
    const { client, pauses } = setUpInbox([{ status: 503, headers }], first)
    await client.getFeed('pia')
    expect(pauses).toEqual([12_150])
  })

  it('is compared with our clock if the response has no date', async () => {
    const { client, pauses } = setUpInbox(
      [
        { status: 503, headers: { 'retry-after': 'Mon, 05 Jan 2026 09:00:05 GMT' } },
        { status: 503, headers: { 'retry-after': 'Mon, 05 Jan 2026 08:00:00 GMT' } },
      ],
      first,
    )
    await client.getFeed('pia')
    expect(pauses).toEqual([5150, 300])
  })

  it.each(['soon', '-1', '', 'NaN', '1e3'])('is ignored if it is %j', async (text) => {
    const { client, pauses } = setUpInbox([{ status: 429, headers: { 'retry-after': text } }], first)
    await client.getFeed('pia')
    expect(pauses).toEqual([150])
  })

  it('is waited for if it is longer than the longest timer of a browser', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const month = { status: 503, headers: { 'retry-after': '2592000' } }
    const { client, requests } = setUpInbox([month], {
      retry: { maxRetryAfter: Infinity },
      environment: { sleep },
    })
    void client.getFeed('pia')
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(requests).toHaveLength(1)
  })

  it('fails the call immediately if it exceeds maxRetryAfter', async () => {
    const { client, requests, pauses } = setUpInbox([{ status: 429, headers: { 'retry-after': '31' } }])
    const error = await errorOf(client.getFeed('pia'))
    expect(isHttpError(error) && error.retryAfter).toBe(31_000)
    expect(String(error)).toContain('Try again in 31 s.')
    expect(requests).toHaveLength(1)
    expect(pauses).toEqual([])
  })
})

describe('the idempotency key', () => {
  const keys = async (...faults: Fault[]) => {
    const { client, requests, service } = setUpInbox(faults)
    await client.markAs('pia', mark)
    expect(service.done).toHaveLength(1)
    return requests.map(({ idempotencyKey }) => idempotencyKey)
  }

  it('is reused if no response arrived: the first attempt may have succeeded', async () => {
    expect(await keys('lost-response', 'lost-request')).toEqual(['key-1', 'key-1', 'key-1'])
  })

  it('is reused after 409: the first attempt is still running', async () => {
    expect(await keys('lost-request', { status: 409 })).toEqual(['key-1', 'key-1', 'key-1'])
  })

  it('is reused after a gateway’s response: the service may be processing the request', async () => {
    expect(await keys({ status: 504, body: { message: 'It took too long.' } }, html(502))).toEqual([
      'key-1',
      'key-1',
      'key-1',
    ])
  })

  it('changes after an error response, which the service would repeat', async () => {
    expect(await keys({ status: 500 }, 'lost-request', { status: 503 })).toEqual(['key-1', 'key-2', 'key-2', 'key-3'])
  })

  it('can be set by the caller, and changes by the same rule', async () => {
    const { client, requests } = setUpInbox(['lost-request', { status: 500 }])
    await client.markAs('pia', mark, { idempotencyKey: 'mine' })
    expect(requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['mine', 'mine', 'key-1'])
  })

  it('is new for each call, and absent from reads', async () => {
    const { client, requests } = setUpInbox()
    await client.markAs('pia', mark)
    await client.markAll('pia', { markAs: 'read' })
    await client.getFeed('pia', {}, { idempotencyKey: 'mine' })
    expect(requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-2', null])
  })

  it('is unguessable by default', async () => {
    const { options, requests } = setUpInbox()
    const client = createInboxClient({ ...options, environment: {} })
    await client.markAs('pia', mark)
    await client.markAs('pia', mark)
    const [one, other] = requests.map(({ idempotencyKey }) => idempotencyKey)
    expect(one).toMatch(/^\d{10,20}-\d{10,20}$/)
    expect(other).not.toBe(one)
  })
})
