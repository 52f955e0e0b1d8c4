import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient } from '../../src/client/index.ts'
import { toNodeHandler } from '../../src/proxy/node.ts'
import { notification } from '../contract/samples.ts'
import { paths, setUp } from './upstream.ts'

let server: Server | undefined

const listen = async (listener: RequestListener) => {
  const running = createServer(listener)
  server = running
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve))
  const { port } = running.address() as AddressInfo
  return { port, baseUrl: `http://127.0.0.1:${port}/api/inbox` }
}

afterEach(() => {
  vi.restoreAllMocks()
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

/** Acts like a body parser of Express before the handler. */
const readAll = async (req: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

describe('toNodeHandler', () => {
  it('serves the proxy from node:http', async () => {
    const { proxy, upstream } = setUp(['own', 'own'], {
      service: { notifications: [{ ...notification, _id: 'msg_é' }] },
    })
    const { baseUrl } = await listen(toNodeHandler(proxy))
    const client = createInboxClient({ baseUrl, headers: { cookie: 'session=1' } })
    expect((await client.getFeed('pia', { limit: 3 })).data).toHaveLength(1)
    expect(await client.markAs('pia', { messageId: 'msg_é', markAs: 'read' })).toHaveLength(1)
    expect(upstream[1]?.body).toEqual({ messageId: 'msg_é', markAs: 'read' })
  })

  it('passes every header to authenticate, and every response header to the browser', async () => {
    const authenticate = vi.fn((request: Request) =>
      request.headers.get('cookie') === 'session=1; a=b' ? 'pia' : null,
    )
    const { proxy } = setUp(['own'], { authenticate })
    const { baseUrl } = await listen(toNodeHandler(proxy))
    const response = await fetch(baseUrl + paths.feed, {
      headers: { cookie: 'session=1; a=b', 'x-many': 'a, b' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const [seen] = authenticate.mock.calls[0] ?? []
    expect(seen?.url).toBe(baseUrl + paths.feed)
    expect(seen?.headers.get('x-many')).toBe('a, b')
  })

  it.each([
    ['an object', (bytes: Buffer): unknown => JSON.parse(String(bytes))],
    ['text', (bytes: Buffer): unknown => String(bytes)],
    ['bytes', (bytes: Buffer): unknown => bytes],
  ])('uses a body that a parser has converted to %s, below a mount point', async (_, parse) => {
    const { proxy, upstream } = setUp(['own'], {
      service: { notifications: [{ ...notification, _feedId: 'é', seen: false }] },
    })
    const handler = toNodeHandler(proxy)
    const { baseUrl } = await listen(async (req, res) => {
      const mounted = Object.assign(req, {
        body: parse(await readAll(req)),
        originalUrl: req.url,
        url: req.url?.replace('/api/inbox', ''),
      })
      await handler(mounted, res)
    })
    expect(await createInboxClient({ baseUrl }).markAll('pia', { markAs: 'seen', feedIdentifier: 'é' })).toBe(1)
    expect(upstream[0]?.body).toEqual({ markAs: 'seen', feedIdentifier: 'é' })
  })

  it.each([
    ['no', undefined, 201],
    ['an open', (origin: string) => origin, 403],
    ['a foreign', () => 'http://elsewhere.example', 201],
    ['a public', () => '*', 201],
  ])('accepts a write behind a server that replaces the host, with %s CORS middleware', async (_, allow, status) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const handler = toNodeHandler(setUp(['own']).proxy)
    const { baseUrl } = await listen((req, res) => {
      // Like `cors({ origin: true, credentials: true })`, which has allowed the page's preflight.
      if (allow) res.setHeader('access-control-allow-origin', allow(String(req.headers.origin)))
      return handler(req, res)
    })
    const headers = { 'content-type': 'application/json', origin: 'http://192.168.1.5:5173', 'x-tidings': '1' }
    const init = { method: 'POST', headers, body: '{"markAs":"read"}' }
    expect((await fetch(baseUrl + paths.markAll, init)).status).toBe(status)
  })

  it('reads the body if a parser has not, whatever req.body is', async () => {
    const { proxy, upstream } = setUp(['own'])
    const handler = toNodeHandler(proxy)
    const { baseUrl } = await listen((req, res) => handler(Object.assign(req, { body: {} }), res))
    await createInboxClient({ baseUrl }).markAll('pia', { markAs: 'seen' })
    expect(upstream[0]?.body).toEqual({ markAs: 'seen' })
  })

  it('responds to a body that is too large before the connection ends', async () => {
    const { proxy } = setUp([], { maxBodyBytes: 1000 })
    const { port } = await listen(toNodeHandler(proxy))
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const options = {
        port,
        path: `/api/inbox${paths.markAs}`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      }
      const req = httpRequest(options, (res) => resolve(res.statusCode)).on('error', reject)
      for (let part = 0; part < 20; part++) req.write(' '.repeat(500))
      req.end()
    })
    expect(status).toBe(413)
  })

  it('keeps a connection usable after a request whose body it did not read', async () => {
    const { proxy } = setUp(['own'], { authenticate: () => 'pia', maxBodyBytes: 1000 })
    const { port } = await listen(toNodeHandler(proxy))
    // Closing an idle connection would end the wait too.
    if (server) server.keepAliveTimeout = 0
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (path: string, method: string, body = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = {
          port,
          agent,
          path: `/api/inbox${path}`,
          method,
          headers: { 'content-type': 'application/json' },
        }
        httpRequest(options, (res) => res.resume().once('end', () => resolve(res.statusCode)))
          .once('error', reject)
          .end(body)
      })
    expect(await ask(paths.markAs, 'POST', ' '.repeat(4_000_000))).toBe(413)
    expect(await ask(paths.feed, 'GET')).toBe(200)
    agent.destroy()
  })

  it('aborts the request to the service when the browser disconnects', async () => {
    let ended: () => void = () => {}
    const aborted = new Promise<void>((resolve) => (ended = resolve))
    const controller = new AbortController()
    const { proxy } = setUp([
      (init) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => {
            ended()
            reject(new Error('aborted'))
          })
          controller.abort()
        }),
    ])
    const { baseUrl } = await listen(toNodeHandler(proxy))
    await expect(fetch(baseUrl + paths.feed, { signal: controller.signal })).rejects.toThrow()
    await aborted
  })

  it('survives a browser that disconnects in the middle of its body', async () => {
    const { proxy, upstream } = setUp(['own'])
    const { port, baseUrl } = await listen(toNodeHandler(proxy))
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        const lines = [
          `POST /api/inbox${paths.markAs} HTTP/1.1`,
          'host: x',
          'content-type: application/json',
          'content-length: 100',
          '',
          '{',
        ]
        socket.write(lines.join('\r\n'), () => socket.destroy())
      })
      socket.once('close', () => resolve())
    })
    expect((await createInboxClient({ baseUrl }).getFeed('pia')).data).toHaveLength(1)
    expect(upstream).toHaveLength(1)
  })

  it.each([
    'GET / HTTP/1.1\r\nhost: a b',
    'GET / HTTP/1.1\r\nhost: user@host',
    'TRACE / HTTP/1.1\r\nhost: x',
    'GET http://[ HTTP/1.1\r\nhost: x',
  ])('responds to %j, which is no request, with 4xx', async (head) => {
    const { proxy, onError } = setUp()
    const { port } = await listen(toNodeHandler(proxy))
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nconnection: close\r\n\r\n`))
      let text = ''
      socket.on('data', (data) => (text += String(data))).on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(onError).not.toHaveBeenCalled()
  })

  it('passes errors of the proxy to next, or responds with a bare 500', async () => {
    const problem = new Error('broken')
    const handler = toNodeHandler(() => Promise.reject(problem))
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const next = vi.fn()
    const { baseUrl } = await listen((req, res) => {
      if (req.url?.includes('next')) return void handler(req, res, next).then(() => res.end())
      return void handler(req, res)
    })
    expect((await fetch(`${baseUrl}/x`)).status).toBe(500)
    expect(log).toHaveBeenCalledExactlyOnceWith('tidings proxy:', problem)
    await fetch(`${baseUrl}/next`)
    expect(next).toHaveBeenCalledExactlyOnceWith(problem)
  })
})
