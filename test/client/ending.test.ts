import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient, isTimeoutError } from '../../src/client/index.ts'
import { errorOf } from './errorOf.ts'
import { setUpInbox } from './setUpInbox.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('timeout', () => {
  it('ends an attempt without a response, and starts the next one', async () => {
    vi.useFakeTimers()
    const { client, requests } = setUpInbox(['no-response'])
    const call = client.getFeed('pia')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await call).data).toHaveLength(1)
    expect(requests).toHaveLength(2)
  })

  it('includes the body: a connection can stall after the status', async () => {
    vi.useFakeTimers()
    const { client } = setUpInbox([new Response(new ReadableStream())], { retry: false, timeout: 50 })
    const call = errorOf(client.getFeed('pia'))
    await vi.advanceTimersByTimeAsync(50)
    expect(isTimeoutError(await call)).toBe(true)
  })

  it('can be set per call, and is on the error', async () => {
    vi.useFakeTimers()
    const { client } = setUpInbox(['no-response'], { retry: false })
    const call = errorOf(client.getFeed('pia', {}, { timeout: 20 }))
    await vi.advanceTimersByTimeAsync(20)
    expect(await call).toMatchObject({
      name: 'TimeoutError',
      kind: 'timeout',
      operation: 'getFeed',
      timeout: 20,
    })
  })

  it('includes the headers function of a page, and sends nothing after a late result', async () => {
    vi.useFakeTimers()
    let give: (headers: HeadersInit) => void = () => {}
    const headers = () => new Promise<HeadersInit>((resolve) => (give = resolve))
    const { client, requests } = setUpInbox([], { headers, retry: false, timeout: 50 })
    const call = errorOf(client.getFeed('pia'))
    await vi.advanceTimersByTimeAsync(50)
    expect(await call).toMatchObject({ kind: 'timeout', message: expect.stringContaining('`headers`') })
    give({ 'x-session': 'pia' })
    await vi.advanceTimersByTimeAsync(0)
    expect(requests).toHaveLength(0)
  })

  it('can be Infinity', async () => {
    vi.useFakeTimers()
    const { client } = setUpInbox(['no-response'], { timeout: Infinity })
    let ended = false
    const call = client.getFeed('pia')
    void call.finally(() => (ended = true))
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(ended).toBe(false)
  })

  it('can be Infinity for a stream of hints', async () => {
    vi.useFakeTimers()
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject))
    const { client } = setUpInbox([], { timeout: Infinity, fetch })
    const ended = vi.fn()
    const { signal } = new AbortController()
    client.streamHints?.('pia', { streamId: 's', signal, onStatus: () => {}, onHint: () => {} }).then(ended, ended)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(ended).not.toHaveBeenCalled()
  })

  it('removes its timers and listeners', async () => {
    vi.useFakeTimers()
    const { client } = setUpInbox()
    const { signal } = new AbortController()
    const remove = vi.spyOn(signal, 'removeEventListener')
    const add = vi.spyOn(signal, 'addEventListener')
    await client.getFeed('pia', {}, { signal })
    expect(vi.getTimerCount()).toBe(0)
    expect(remove.mock.calls.length).toBe(add.mock.calls.length)
  })
})

describe('abort', () => {
  const reason = { my: 'reason' }

  it('rejects with the signal’s reason, without a retry', async () => {
    const { client, requests } = setUpInbox(['no-response'])
    const controller = new AbortController()
    const call = errorOf(client.getFeed('pia', {}, { signal: controller.signal }))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect(requests).toHaveLength(1)
  })

  it('sends nothing if the signal was aborted before', async () => {
    const { client, requests } = setUpInbox()
    const signal = AbortSignal.abort(reason)
    expect(await errorOf(client.getFeed('pia', {}, { signal }))).toBe(reason)
    expect(requests).toHaveLength(0)
  })

  it('ends the wait for headers', async () => {
    const headers = () => new Promise<HeadersInit>(() => {})
    const { client } = setUpInbox([], { headers })
    const controller = new AbortController()
    const call = errorOf(client.getFeed('pia', {}, { signal: controller.signal }))
    controller.abort(reason)
    expect(await call).toBe(reason)
  })

  it('ends the delay before a retry', async () => {
    const { options, requests } = setUpInbox([{ status: 503, headers: { 'retry-after': '25' } }])
    const client = createInboxClient({ ...options, environment: {} })
    const controller = new AbortController()
    const call = errorOf(client.getFeed('pia', {}, { signal: controller.signal }))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort(reason)
    // The delay is longer than the timeout of a test.
    expect(await call).toBe(reason)
  })

  it('is no failure, even if its reason looks like one', async () => {
    const failure = await errorOf(setUpInbox([{ status: 500 }], { retry: false }).client.getFeed('pia'))
    const { client, requests } = setUpInbox(['no-response'])
    const controller = new AbortController()
    const call = errorOf(client.getFeed('pia', {}, { signal: controller.signal }))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort(failure)
    expect(await call).toBe(failure)
    expect(requests).toHaveLength(1)
  })

  it('ends a call whose fetch ignores the signal', async () => {
    const controller = new AbortController()
    const deaf = () => new Promise<Response>(() => {})
    const client = createInboxClient({ baseUrl: 'https://api.example.com', fetch: deaf })
    const call = errorOf(client.getFeed('pia', {}, { signal: controller.signal }))
    controller.abort(reason)
    expect(await call).toBe(reason)
  })
})
