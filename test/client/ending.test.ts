import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient, isTimeoutError } from '../../src/client/index.ts'
import { feedPage } from '../contract/samples.ts'
import { errorOf, json, scriptedService } from './scriptedService.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('time-out', () => {
  it('ends an attempt that gets no answer, and the next one starts', async () => {
    vi.useFakeTimers()
    const { options, requests } = scriptedService('silence', json(feedPage))
    const call = createInboxClient(options).getFeed('pia')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await call).data).toHaveLength(1)
    expect(requests).toHaveLength(2)
  })

  it('counts the body in: a connection can stall after the status', async () => {
    vi.useFakeTimers()
    const { options } = scriptedService(new Response(new ReadableStream()))
    const call = errorOf(createInboxClient({ ...options, retry: false, timeout: 50 }).getFeed('pia'))
    await vi.advanceTimersByTimeAsync(50)
    expect(isTimeoutError(await call)).toBe(true)
  })

  it('is the call’s own where it has one, and tells how long it was', async () => {
    vi.useFakeTimers()
    const { options } = scriptedService('silence')
    const call = errorOf(createInboxClient({ ...options, retry: false }).getFeed('pia', {}, { timeout: 20 }))
    await vi.advanceTimersByTimeAsync(20)
    expect(await call).toMatchObject({
      name: 'TimeoutError',
      kind: 'timeout',
      operation: 'getFeed',
      timeout: 20,
    })
  })

  it('holds for the headers that a page gives, and what comes too late is not sent', async () => {
    vi.useFakeTimers()
    const { options, requests } = scriptedService()
    let give: (headers: HeadersInit) => void = () => {}
    const headers = () => new Promise<HeadersInit>((resolve) => (give = resolve))
    const call = errorOf(createInboxClient({ ...options, headers, retry: false, timeout: 50 }).getFeed('pia'))
    await vi.advanceTimersByTimeAsync(50)
    expect(await call).toMatchObject({ kind: 'timeout', message: expect.stringContaining('`headers`') })
    give({ 'x-session': 'pia' })
    await vi.advanceTimersByTimeAsync(0)
    expect(requests).toHaveLength(0)
  })

  it('can be none', async () => {
    vi.useFakeTimers()
    const { options } = scriptedService('silence')
    let ended = false
    const call = createInboxClient({ ...options, timeout: Infinity }).getFeed('pia')
    void call.finally(() => (ended = true))
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(ended).toBe(false)
  })

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers()
    const { options } = scriptedService(json(feedPage))
    const { signal } = new AbortController()
    const remove = vi.spyOn(signal, 'removeEventListener')
    const add = vi.spyOn(signal, 'addEventListener')
    await createInboxClient(options).getFeed('pia', {}, { signal })
    expect(vi.getTimerCount()).toBe(0)
    expect(remove.mock.calls.length).toBe(add.mock.calls.length)
  })
})

describe('abort', () => {
  const reason = { my: 'reason' }

  it('rejects with the signal’s own reason, and tries nothing again', async () => {
    const { options, requests } = scriptedService('silence')
    const controller = new AbortController()
    const call = errorOf(createInboxClient(options).getFeed('pia', {}, { signal: controller.signal }))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect(requests).toHaveLength(1)
  })

  it('sends nothing where the signal was aborted before', async () => {
    const { options, requests } = scriptedService()
    const signal = AbortSignal.abort(reason)
    expect(await errorOf(createInboxClient(options).getFeed('pia', {}, { signal }))).toBe(reason)
    expect(requests).toHaveLength(0)
  })

  it('ends the wait for headers', async () => {
    const { options } = scriptedService()
    const controller = new AbortController()
    const headers = () => new Promise<HeadersInit>(() => {})
    const call = errorOf(createInboxClient({ ...options, headers }).getFeed('pia', {}, { signal: controller.signal }))
    controller.abort(reason)
    expect(await call).toBe(reason)
  })

  it('ends a pause between two attempts', async () => {
    const { options, requests } = scriptedService(json({}, 503, { 'retry-after': '25' }))
    const { sleep: _, ...environment } = options.environment
    const controller = new AbortController()
    const started = Date.now()
    const call = errorOf(
      createInboxClient({ ...options, environment }).getFeed('pia', {}, { signal: controller.signal }),
    )
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  it('is not taken for a failure even where the reason looks like one', async () => {
    const failure = await errorOf(
      createInboxClient({ ...scriptedService(json({}, 500)).options, retry: false }).getFeed('pia'),
    )
    const { options, requests } = scriptedService('silence')
    const controller = new AbortController()
    const call = errorOf(createInboxClient(options).getFeed('pia', {}, { signal: controller.signal }))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort(failure)
    expect(await call).toBe(failure)
    expect(requests).toHaveLength(1)
  })

  it('ends a fetch that does not listen', async () => {
    const controller = new AbortController()
    const deaf = () => new Promise<Response>(() => {})
    const client = createInboxClient({ baseUrl: 'https://api.example.com', fetch: deaf })
    const call = errorOf(client.getFeed('pia', {}, { signal: controller.signal }))
    controller.abort(reason)
    expect(await call).toBe(reason)
  })
})
