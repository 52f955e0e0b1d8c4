import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { origin as own, paths, setUp } from './upstream.ts'

const shop = 'https://shop.example'
const allowedOrigins = [shop, 'https://admin.shop.example:8443', 'http://localhost:5173']

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const corsOf = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')))

const preflight = (origin: string | undefined, path = paths.markAs, asked: Record<string, string> = {}) => {
  const { send, upstream, onError } = setUp([], { allowedOrigins, authenticate: () => null })
  const headers = {
    ...(origin !== undefined && { origin }),
    'access-control-request-method': 'POST',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
    ...asked,
  }
  return send(path, { method: 'OPTIONS', headers }).then((response) => {
    expect(upstream).toEqual([])
    expect(onError).not.toHaveBeenCalled()
    return response
  })
}

/** Origins that resemble an allowed one. */
const impostors = [
  'null',
  '',
  '*',
  'https://shop.example.evil.example',
  'https://evil-shop.example',
  'https://evilshop.example',
  'https://shop.example:444',
  'https://shop.example:443',
  'https://shop.example/',
  'https://shop.example.',
  'https://SHOP.example',
  'HTTPS://shop.example',
  'http://shop.example',
  'https://www.shop.example',
  'https://shop.example, https://evil.example',
  'https://evil.example https://shop.example',
  'https://evil.example#https://shop.example',
  'https://shop.example@evil.example',
  'https://shop.example%00.evil.example',
  'https://shopxexample',
  'https://admin.shop.example',
  'http://localhost:5174',
  'http://127.0.0.1:5173',
]

describe('a preflight', () => {
  it('of an allowed origin gets a response without authentication', async () => {
    const response = await preflight(shop, paths.markAs, {
      'access-control-request-headers': 'content-type,idempotency-key,tidings-subscriber-hash',
    })
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect(corsOf(response)).toEqual({
      'access-control-allow-origin': shop,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type,idempotency-key,tidings-subscriber-hash',
      'access-control-max-age': '7200',
      'access-control-expose-headers': 'date, retry-after, x-request-id',
    })
    expect(response.headers.get('vary')).toContain('origin')
  })

  it('returns the method of its path', async () => {
    const response = await preflight(shop, paths.feed, { 'access-control-request-method': 'GET' })
    expect(corsOf(response)).toMatchObject({ 'access-control-allow-methods': 'GET' })
    expect(corsOf(response)).not.toHaveProperty('access-control-allow-headers')
    expect(corsOf(await preflight(shop, paths.preferences))).toMatchObject({
      'access-control-allow-methods': 'GET, PATCH',
    })
  })

  it.each(allowedOrigins)('returns only its own origin of several: %s', async (origin) => {
    expect(corsOf(await preflight(origin))).toMatchObject({ 'access-control-allow-origin': origin })
  })

  it.each(impostors)('of %j is rejected, and reveals no origin', async (origin) => {
    const response = await preflight(origin)
    expect(response.status).toBe(403)
    expect(corsOf(response)).toEqual({})
    const text = await response.text()
    expect(text).not.toContain('shop')
    expect(JSON.parse(text)).toMatchObject({
      message: 'Pages of this origin are not allowed. If they are yours, add the origin to allowedOrigins.',
    })
  })

  it('of an unknown path is a 404 that its page can read', async () => {
    const response = await preflight(shop, '/v1/integrations/active')
    expect(response.status).toBe(404)
    expect(corsOf(response)).toMatchObject({ 'access-control-allow-origin': shop })
  })

  it('needs an origin', async () => {
    expect((await preflight(undefined)).status).toBe(405)
  })

  it('is no other request with its headers', async () => {
    const { post } = setUp(['own'], { allowedOrigins })
    const headers = { origin: shop, 'access-control-request-method': 'POST' }
    expect((await post(paths.markAll, { markAs: 'read' }, headers)).status).toBe(201)
  })
})

describe('a page of another origin', () => {
  const read = async (headers: Record<string, string>, options: Parameters<typeof setUp>[1] = { allowedOrigins }) => {
    const { send, upstream } = setUp(['own'], options)
    const response = await send(paths.feed, { headers })
    return { response, isAsked: upstream.length > 0 }
  }

  it('in allowedOrigins can read responses, also errors', async () => {
    const headers = { origin: shop, 'sec-fetch-site': 'cross-site' }
    const cors = {
      'access-control-allow-origin': shop,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'date, retry-after, x-request-id',
    }
    const good = await read(headers)
    expect([good.response.status, corsOf(good.response)]).toEqual([200, cors])
    const refused = await read(headers, { allowedOrigins, authenticate: () => null })
    expect([refused.response.status, corsOf(refused.response)]).toEqual([401, cors])
    for (const { response } of [good, refused]) expect(response.headers.get('vary')).toMatch(/^origin,/)
  })

  it.each(impostors)('%j can read nothing, and the service receives no request', async (origin) => {
    for (const site of ['cross-site', 'same-site', undefined]) {
      const { response, isAsked } = await read({ origin, ...(site && { 'sec-fetch-site': site }) })
      expect([response.status, isAsked, corsOf(response)]).toEqual([403, false, {}])
    }
  })

  it('without an origin (an image, a script, a frame) is rejected by Sec-Fetch-Site', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const { response } = await read({ 'sec-fetch-site': site })
      expect([response.status, await response.json()]).toEqual([
        403,
        expect.objectContaining({
          message:
            'This request comes from another site, so the proxy rejected it. ' +
            'If that site is yours, add its origin to allowedOrigins.',
        }),
      ])
    }
    for (const mode of ['navigate', 'no-cors'])
      expect((await read({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode })).response.status).toBe(403)
  })

  it('is not a page of this origin, which sends no origin with a read', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}, { origin: own }]) {
      const { response } = await read(headers)
      expect([response.status, corsOf(response)]).toEqual([200, {}])
    }
  })

  it('can be allowed in any spelling of its origin', async () => {
    const { response } = await read(
      { origin: shop, 'sec-fetch-site': 'cross-site' },
      { allowedOrigins: ['HTTPS://Shop.Example:443/'] },
    )
    expect(response.status).toBe(200)
  })
})
