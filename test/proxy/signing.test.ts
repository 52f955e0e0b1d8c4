import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient, isRequestError, isSetupError } from '../../src/client/index.ts'
import { signSubscriber } from '../../src/proxy/index.ts'
import { paths, setUp } from './upstream.ts'

const secret = 'a secret that is long enough to be one'
const older = 'the secret that was in use until last week'
const hour = 3_600_000
const header = 'tidings-subscriber-hash'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Signs like a server that is not written in JavaScript: see docs/security.md. */
const signElsewhere = (id: string, expires: string, key = secret) =>
  `v1.${expires}.${createHmac('sha256', key).update(`tidings subscriber v1\n${expires}\n${id}`).digest('hex')}`

describe('signSubscriber', () => {
  it('is HMAC-SHA-256 of the version, the expiry and the id', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 })
    expect(await signSubscriber('pia', { secret, expiresIn: hour })).toBe(signElsewhere('pia', '1700003600'))
    expect(await signSubscriber('pia', { secret })).toBe(signElsewhere('pia', '1700086400'))
    expect(await signSubscriber('é/\n😀', { secret, expiresIn: Infinity })).toBe(signElsewhere('é/\n😀', 'never'))
    expect(await signSubscriber('pia', { secret: 'k'.repeat(32), expiresIn: Infinity })).toBe(
      'v1.never.4985dc45cea80b1aec6a58665a9e2a6090fb19a3012fd682fe0e795dff50d2d4',
    )
  })

  it('signs with the first of several secrets, without the line break of its file', async () => {
    const options = { expiresIn: Infinity }
    const signed = await signSubscriber('pia', { ...options, secret })
    expect(await signSubscriber('pia', { ...options, secret: [`${secret}\n`, older] })).toBe(signed)
  })

  it.each([
    ['secret', 'pia', { secret: 'short' }],
    ['secret', 'pia', { secret: [] }],
    ['secret', 'pia', { secret: undefined as never }],
    ['subscriberId', '', { secret }],
    ['subscriberId', '..', { secret }],
    ['subscriberId', '\ud800', { secret }],
    ['subscriberId', undefined as never, { secret }],
    ['expiresIn', 'pia', { secret, expiresIn: 0 }],
    ['expiresIn', 'pia', { secret, expiresIn: Number.NaN }],
    ['expiresIn', 'pia', { secret, expiresIn: -hour }],
    ['expiresIn', 'pia', { secret, expiresIn: Number.MAX_SAFE_INTEGER }],
    ['expiresIn', 'pia', { secret, expiresIn: Number.MAX_VALUE }],
  ])('rejects an invalid %s (%#)', async (field, id, options) => {
    const error = await signSubscriber(id, options).catch((thrown: unknown) => thrown)
    expect(isRequestError(error) && error.fields.map((issue) => issue.field)).toEqual([field])
    expect(String(error)).not.toContain(secret)
  })

  it('explains how to create a secret', async () => {
    await expect(signSubscriber('pia', { secret: 'short' })).rejects.toThrow(
      /at least 32 characters.*randomBytes.*TIDINGS_305/,
    )
  })

  it('does not sign in a browser, where every visitor could read the secret', async () => {
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('document', {})
    const error = await signSubscriber('pia', { secret }).catch((thrown: unknown) => thrown)
    expect(isSetupError(error) && error.code).toBe('TIDINGS_306')
  })
})

describe('a proxy with a signing secret', () => {
  const ask = async (hash: string | undefined, options: Parameters<typeof setUp>[1] = {}, path = paths.feed) => {
    const { send, upstream } = setUp(['own'], { signingSecret: secret, ...options })
    const response = await send(path, hash === undefined ? {} : { headers: { [header]: hash } })
    expect(upstream).toHaveLength(response.status === 200 ? 1 : 0)
    return {
      status: response.status,
      message: response.ok ? '' : ((await response.json()) as { message: string }).message,
    }
  }
  const statusOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).status

  it('authenticates a request by the hash of its subscriber alone', async () => {
    expect(await statusOf(await signSubscriber('pia', { secret }))).toBe(200)
    expect(await statusOf(await signSubscriber('pia', { secret, expiresIn: Infinity }))).toBe(200)
    expect(await ask(undefined)).toEqual({
      status: 401,
      message: `The ${header} header is missing. Send the hash of this subscriber.`,
    })
  })

  it.each([
    ['no hash', async () => undefined, `the ${header} header is missing. Pass subscriberHash`],
    ['another secret', () => signSubscriber('pia', { secret: `${secret}x` }), 'the hash was not made for "pia" with a'],
    ['another subscriber', () => signSubscriber('kim', { secret }), 'the hash was not made for "pia" with a'],
    ['the bare id', async () => 'pia', 'the hash was not made for "pia" with a'],
    ['an expired one', () => signSubscriber('pia', { secret, expiresIn: 1000 }), undefined],
  ])('logs the cure for %s, unless the page only has to sign again', async (_, hashOf, line) => {
    vi.useFakeTimers({ now: Date.parse('2026-01-05T10:00:00Z') })
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const hash = await hashOf()
    vi.setSystemTime('2026-01-05T11:00:00Z')
    expect(await statusOf(hash)).toBe(401)
    const lines = line === undefined ? [] : [[expect.stringContaining(`refused with 401, because ${line}`)]]
    expect(warn.mock.calls).toEqual(lines)
  })

  it('tells an expired hash from an invalid one', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-05T10:00:00Z') })
    const hash = await signSubscriber('pia', { secret, expiresIn: hour })
    vi.setSystemTime('2026-01-05T10:59:59.999Z')
    expect(await statusOf(hash)).toBe(200)
    vi.setSystemTime('2026-01-05T11:00:00Z')
    expect(await ask(hash)).toEqual({
      status: 401,
      message: `The ${header} header expired at 2026-01-05T11:00:00.000Z. Sign the subscriber again.`,
    })
    // A forged expiry reveals nothing.
    expect((await ask(hash.replace(/\.\d+\./, '.1.'))).message).toContain('does not match this subscriber')
  })

  it('rejects a hash of another subscriber, and one with any changed character', async () => {
    const good = await signSubscriber('pia', { secret })
    const [version, expires, hex = ''] = good.split('.')
    const bad = [
      await signSubscriber('kim', { secret }),
      await signSubscriber('pi', { secret }),
      await signSubscriber('pia', { secret: older }),
      signElsewhere('pia', '01999999999'),
      signElsewhere('pia', '9999999999999'),
      signElsewhere('pia', '1e99'),
      signElsewhere('pia', ''),
      // Texts that other code signs with the same secret: the id alone, or a text for another purpose.
      createHmac('sha256', secret).update('pia').digest('hex'),
      `${version}.${expires}.${createHmac('sha256', secret).update('pia').digest('hex')}`,
      `${version}.never.${hex}`,
      `${version}.${Number(expires) + 1}.${hex}`,
      `v2.${expires}.${hex}`,
      `${version}.${expires}.${hex.toUpperCase()}`,
      `${version}.${expires}.${hex.slice(0, 62)}`,
      `${version}.${expires}.${hex}00`,
      `${version}.${expires}.`,
      `${good}, ${good}`,
      ...Array.from(
        { length: 64 },
        (_, at) => `${version}.${expires}.${hex.slice(0, at)}${hex[at] === '0' ? '1' : '0'}${hex.slice(at + 1)}`,
      ),
      '',
      'null',
      'undefined',
      'v1',
      '.'.repeat(1000),
    ]
    for (const hash of bad) expect([hash, await statusOf(hash)]).toEqual([hash, 401])
    expect(await statusOf(good)).toBe(200)
  })

  it('does not confuse an id with a line break with another expiry and id', async () => {
    const tricky = signElsewhere('5\npia', 'never')
    expect(await statusOf(tricky)).toBe(401)
    expect(await statusOf(tricky.replace('never', '5'))).toBe(401)
  })

  it('accepts the hashes of every secret in its list, and no others', async () => {
    const hash = await signSubscriber('pia', { secret: older })
    expect(await statusOf(hash, { signingSecret: [secret, older] })).toBe(200)
    expect(await statusOf(hash, { signingSecret: [older] })).toBe(200)
    expect(await statusOf(hash, { signingSecret: [secret] })).toBe(401)
  })

  it('authenticates a request with a hash by that alone, and one without by its session', async () => {
    const authenticate = vi.fn(() => 'pia')
    expect(await statusOf(undefined, { authenticate })).toBe(200)
    expect(authenticate).toHaveBeenCalledOnce()
    expect(await statusOf(await signSubscriber('kim', { secret }), { authenticate })).toBe(401)
    expect(await statusOf('', { authenticate })).toBe(401)
    expect(await statusOf(await signSubscriber('pia', { secret }), { authenticate: () => null })).toBe(200)
    expect(authenticate).toHaveBeenCalledOnce()
  })

  it('ignores a hash without a secret', async () => {
    const { send } = setUp(['own'], { authenticate: () => null })
    const hash = await signSubscriber('pia', { secret })
    expect((await send(paths.feed, { headers: { [header]: hash } })).status).toBe(401)
  })

  it('calls the service with the signed id, decoded exactly once', async () => {
    const odd = 'a/b%2Fc ?#é😀'
    const { send, upstream } = setUp(['own'], { signingSecret: secret, service: { subscriberId: odd } })
    const path = `/v1/subscribers/${encodeURIComponent(odd)}/notifications/feed`
    const headers = { [header]: await signSubscriber(odd, { secret }) }
    expect((await send(path, { headers })).status).toBe(200)
    expect(upstream[0]?.url).toBe(`https://service.example.com${path}`)
    expect(upstream[0]?.headers).not.toHaveProperty(header)
  })

  it('works with the client, which renews an expired hash', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date'] })
    const { proxy } = setUp(['own', 'own'], { signingSecret: secret })
    const sign = vi.fn((id: string) => signSubscriber(id, { secret, expiresIn: hour }))
    const client = createInboxClient({
      baseUrl: 'https://app.example.com/api/inbox',
      subscriberHash: sign,
      fetch: (input, init) => proxy(new Request(input, init)),
    })
    await client.getFeed('pia')
    vi.setSystemTime(1_700_000_000_000 + 2 * hour)
    await client.getFeed('pia')
    expect(sign.mock.calls).toEqual([['pia'], ['pia']])
  })
})
