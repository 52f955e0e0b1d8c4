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

  it('an API key is refused', () => {
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
  ])('headers that hold one are refused (%#)', async (headers) => {
    const { options, requests } = setUpInbox()
    expect(() => createInboxClient({ ...options, headers })).toThrow(/contains an API key/)
    const error = await errorOf(createInboxClient({ ...options, headers: () => headers }).getFeed('pia'))
    expect(isRequestError(error)).toBe(true)
    expect(requests).toEqual([])
  })

  it('other headers are fine', async () => {
    const { client, requests } = setUpInbox([], { headers: { authorization: 'Bearer x' } })
    await client.getFeed('pia')
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['/api/inbox', '/api/inbox'],
    ['/api/inbox//', '/api/inbox'],
    ['/', ''],
  ])('the path %j is taken below the page’s origin', async (baseUrl, path) => {
    const { client, urls } = setUpInbox([], { baseUrl })
    await client.getFeed('pia')
    expect(urls()[0]).toBe(`https://app.example.com${path}/v1/subscribers/pia/notifications/feed`)
  })

  it('the page’s fetch is called bare, as browsers demand, and looked up at each call', async () => {
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

describe('outside of a page', () => {
  it('an API key is fine: Node, and a worker, which has no document', async () => {
    const { options, requests } = scriptedService(json([]), json([]))
    await createServiceClient({ ...options, apiKey: 'secret' }).getActiveIntegrations()
    vi.stubGlobal('window', globalThis)
    await createServiceClient({ ...options, apiKey: 'secret' }).getActiveIntegrations()
    expect(requests).toHaveLength(2)
  })

  it('a path is fine until a call needs it: a server that renders makes clients too', async () => {
    const client = createInboxClient({ baseUrl: '/api/inbox' })
    const error = await errorOf(client.getFeed('pia'))
    expect(isRequestError(error) && error.fields).toEqual([
      {
        field: 'baseUrl',
        message: 'is a path, which works only in a browser: use an absolute URL',
      },
    ])
  })

  it('a worker resolves a path by its own location', async () => {
    vi.stubGlobal('location', { href: 'https://app.example.com/worker.js' })
    const { client, urls } = setUpInbox([], { baseUrl: '/api/inbox' })
    await client.getFeed('pia')
    expect(urls()[0]).toMatch(/^https:\/\/app\.example\.com\/api\/inbox\/v1/)
  })
})
