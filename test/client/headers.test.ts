import { afterEach, describe, expect, it, vi } from 'vitest'
import type { InboxClientOptions } from '../../src/client/index.ts'
import { errorOf } from './errorOf.ts'
import { setUpInbox } from './setUpInbox.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A client, and a proxy that accepts requests if `isValid` accepts their credential. */
const setUp = (
  headers: InboxClientOptions['headers'],
  isValid: (credential: string) => boolean | Promise<boolean>,
  { name = 'authorization', ...options }: Partial<InboxClientOptions> & { name?: string } = {},
) => {
  const { options: base, service } = setUpInbox()
  const sent: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const credential = new Headers(init?.headers).get(name) ?? 'none'
    sent.push(credential)
    if (await isValid(credential)) return service.fetch(url, init)
    return Response.json({ statusCode: 401, message: 'Sign in.' }, { status: 401 })
  }
  const { client } = setUpInbox([], { ...base, retry: false, headers, ...options, fetch })
  return { client, sent, requests: service.requests }
}

/** A token that the app caches, and renews only if it learns of a refusal. */
const cachedToken = (name = 'authorization') => {
  let count = 1
  return vi.fn(async (refused?: Headers) => {
    if (refused) count += 1
    return { [name]: `token ${count}` }
  })
}

describe('headers after a 401', () => {
  it.each(['authorization', 'x-session', 'x-csrf-token', 'cookie', 'tidings-subscriber-hash'])(
    'are renewed once in %s, and the same request is sent again',
    async (name) => {
      const headers = cachedToken(name)
      const { client, sent, requests } = setUp(headers, (token) => token === 'token 2', { name })
      await client.markAs('pia', { messageId: 'a', markAs: 'read' }, { keepalive: true, idempotencyKey: 'k' })
      expect(sent).toEqual(['token 1', 'token 2'])
      expect(headers.mock.calls.map(([refused]) => refused?.get(name))).toEqual([undefined, 'token 1'])
      expect(requests).toMatchObject([{ idempotencyKey: 'k', keepalive: true }])
    },
  )

  it('of a function that renews by itself are used too', async () => {
    let count = 0
    const { client, sent } = setUp(
      () => ({ authorization: `token ${++count}` }),
      (token) => token === 'token 2',
    )
    await client.getFeed('pia')
    expect(sent).toEqual(['token 1', 'token 2'])
  })

  it('are renewed once for all requests that wait, also for one that starts meanwhile', async () => {
    const headers = cachedToken()
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    let calls = 0
    const slow = async (refused?: Headers) => {
      const result = await headers(refused)
      if (refused) await gate
      return result
    }
    const { client, sent } = setUp(slow, (token) => token === 'token 2')
    const waiting = [client.getFeed('pia'), client.getPreferences('pia'), client.markAll('pia', { markAs: 'read' })]
    await vi.waitFor(() => expect(headers).toHaveBeenCalledTimes(4))
    waiting.push(client.getFeed('pia').finally(() => calls++))
    release()
    await Promise.all(waiting)
    expect(calls).toBe(1)
    expect(headers.mock.calls.filter(([refused]) => refused)).toHaveLength(1)
    expect(sent).toEqual([...Array(3).fill('token 1'), ...Array(4).fill('token 2')])
  })

  it('are not renewed again for a request that is refused after the renewal', async () => {
    const headers = cachedToken()
    let refuse: (isValid: boolean) => void = () => {}
    const late = new Promise<boolean>((resolve) => (refuse = resolve))
    let calls = 0
    const { client, sent } = setUp(headers, (token) => (++calls === 1 ? late : token === 'token 2'))
    const first = client.getFeed('pia')
    await client.getFeed('pia')
    refuse(false)
    await first
    expect(sent).toEqual(['token 1', 'token 1', 'token 2', 'token 2'])
    expect(headers.mock.calls.filter(([refused]) => refused)).toHaveLength(1)
  })

  it('are renewed again when the next ones have expired', async () => {
    let valid = 2
    const headers = cachedToken()
    const { client, sent } = setUp(headers, (token) => token === `token ${valid}`)
    await client.getFeed('pia')
    valid = 3
    await client.getFeed('pia')
    expect(sent).toEqual(['token 1', 'token 2', 'token 2', 'token 3'])
  })

  it('that are refused too end the call: one refresh, one retry', async () => {
    const headers = cachedToken()
    const { client, sent } = setUp(headers, () => false)
    expect(await errorOf(client.getFeed('pia'))).toMatchObject({ status: 401, code: 'TIDINGS_104' })
    expect(sent).toEqual(['token 1', 'token 2'])
    expect(headers).toHaveBeenCalledTimes(2)
  })

  it.each<[string, InboxClientOptions['headers']]>([
    ['an object', { authorization: 'token 1' }],
    ['nothing', undefined],
    ['a function with no other token', () => ({ authorization: 'token 1' })],
    ['a function without a token', () => ({})],
    ['a function whose refresh fails like its first call', async () => new Headers([['authorization', 'token 1']])],
  ])('of %s are not sent a second time', async (_, headers) => {
    const { client, sent } = setUp(headers, () => false)
    expect(await errorOf(client.getFeed('pia'))).toMatchObject({ status: 401 })
    expect(sent).toHaveLength(1)
  })

  it('whose function throws end the call with its error, and the next call starts over', async () => {
    const problem = new Error('signed out')
    const headers = vi.fn((refused?: Headers) => {
      if (refused) throw problem
      return { authorization: 'token 1' }
    })
    const { client } = setUp(headers, () => false)
    expect(await errorOf(client.getFeed('pia'))).toBe(problem)
    expect(await errorOf(client.getFeed('pia'))).toBe(problem)
    expect(headers).toHaveBeenCalledTimes(4)
  })

  it('whose function never settles end the call with the 401, and the next call starts over', async () => {
    vi.useFakeTimers()
    let isStuck = true
    const headers = vi.fn((refused?: Headers) =>
      refused && isStuck ? new Promise<HeadersInit>(() => {}) : { authorization: refused ? 'token 2' : 'token 1' },
    )
    const { client } = setUp(headers, (token) => token === 'token 2', { timeout: 50 })
    const call = errorOf(client.getFeed('pia'))
    await vi.advanceTimersByTimeAsync(50)
    expect(await call).toMatchObject({ status: 401 })
    isStuck = false
    await client.getFeed('pia')
  })

  it('open the stream of hints too', async () => {
    const headers = cachedToken()
    const { client, sent } = setUp(headers, (token) => token === 'token 2')
    const stream = { streamId: 's', signal: new AbortController().signal, onStatus: () => {}, onHint: () => {} }
    // The service of the test has no stream.
    expect(await errorOf(client.streamHints?.('pia', stream) ?? Promise.resolve())).toMatchObject({ status: 404 })
    expect(sent).toEqual(['token 1', 'token 2'])
  })
})
