import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient, createServiceClient, isRequestError } from '../../src/client/index.ts'
import { errorOf } from './errorOf.ts'
import { json, scriptedService } from './scriptedService.ts'
import { setUpInbox } from './setUpInbox.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('in a browser', () => {
  beforeEach(() => {
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('document', { baseURI: 'https://app.example.com/shop/cart?x#y' })
  })

  it('rejects an API key', () => {
    const { options } = setUpInbox()
    const withKey = { ...options, apiKey: 'secret' }
    for (const create of [createServiceClient, createInboxClient]) {
      expect(() => create(withKey)).toThrow(/apiKey contains an API key in a browser.*tidings\/proxy/)
      expect(() => create(withKey)).not.toThrow(/secret/)
    }
  })

  it.each<HeadersInit>([
    { authorization: 'ApiKey secret' },
    [['Authorization', 'apikey secret']],
    new Headers({ 'x-forward': 'ApiKey secret' }),
  ])('rejects headers with an API key (%#)', async (headers) => {
    const { options, requests } = setUpInbox()
    expect(() => createInboxClient({ ...options, headers })).toThrow(/contains an API key/)
    const error = await errorOf(createInboxClient({ ...options, headers: () => headers }).getFeed('pia'))
    expect(isRequestError(error)).toBe(true)
    expect(requests).toEqual([])
  })

  it('accepts other headers', async () => {
    const { client, requests } = setUpInbox([], { headers: { authorization: 'Bearer x' } })
    await client.getFeed('pia')
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['/api/inbox', '/api/inbox'],
    ['/api/inbox//', '/api/inbox'],
    ['/', ''],
  ])('resolves the path %j below the page’s origin', async (baseUrl, path) => {
    const { client, urls } = setUpInbox([], { baseUrl })
    await client.getFeed('pia')
    expect(urls()[0]).toBe(`https://app.example.com${path}/v1/subscribers/pia/notifications/feed`)
  })

  it.each([
    ['/api/inbox', '1'],
    ['/', '1'],
    ['https://app.example.com/api/inbox', '1'],
    ['https://inbox.example.com', null],
    ['https://app.example.com.evil.example', null],
    ['http://app.example.com', null],
    ['https://app.example.com:8443', null],
  ])('writes to %j have the header that proves the page’s origin: %j', async (baseUrl, header) => {
    vi.stubGlobal('location', new URL('https://app.example.com/shop/cart'))
    const { client, requests } = setUpInbox([], { baseUrl })
    await client.getFeed('pia')
    await client.markAll('pia', { markAs: 'read' }, { keepalive: true })
    await client.updatePreferences('pia', {})
    expect(requests.map(({ headers }) => headers.get('x-tidings'))).toEqual([null, header, header])
  })

  it('calls the page’s fetch without this, and looks it up for each call', async () => {
    const { options } = setUpInbox()
    const fetch = vi.fn(function (this: unknown, ...request: Parameters<typeof globalThis.fetch>) {
      expect(this).toBeUndefined()
      return options.fetch(...request)
    })
    const client = createInboxClient({ baseUrl: '/api/inbox' })
    vi.stubGlobal('fetch', fetch)
    await client.getFeed('pia')
    expect(fetch).toHaveBeenCalledOnce()
  })
})

describe('without a browser page', () => {
  it('accepts an API key: in Node, and in a worker, which has no document', async () => {
    const { options, requests } = scriptedService(json([]), json([]))
    await createServiceClient({ ...options, apiKey: 'secret' }).getActiveIntegrations()
    vi.stubGlobal('window', globalThis)
    await createServiceClient({ ...options, apiKey: 'secret' }).getActiveIntegrations()
    expect(requests).toHaveLength(2)
  })

  it('accepts a path until a call needs it: a server that renders creates clients too', async () => {
    const client = createInboxClient({ baseUrl: '/api/inbox' })
    const error = await errorOf(client.getFeed('pia'))
    expect(isRequestError(error) && error.fields).toEqual([
      {
        field: 'baseUrl',
        message: 'is a path, which works only in a browser: use an absolute URL',
      },
    ])
  })

  it('resolves a path by the location of a worker', async () => {
    vi.stubGlobal('location', { href: 'https://app.example.com/worker.js' })
    const { client, urls } = setUpInbox([], { baseUrl: '/api/inbox' })
    await client.getFeed('pia')
    expect(urls()[0]).toMatch(/^https:\/\/app\.example\.com\/api\/inbox\/v1/)
  })
})
