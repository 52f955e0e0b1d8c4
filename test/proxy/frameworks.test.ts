import { request as httpRequest } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import express5, { type ErrorRequestHandler, type Express, type Request as ExpressRequest } from 'express'
import session from 'express-session'
import express4 from 'express4'
import { Hono } from 'hono'
import { Passport } from 'passport'
import { describe, expect, it, vi } from 'vitest'
import { createInboxClient, isHttpError } from '../../src/client/index.ts'
import { createInboxProxy, signSubscriber, type Authenticate, type InboxProxy } from '../../src/proxy/index.ts'
import { toNodeHandler } from '../../src/proxy/node.ts'
import { createTestService } from '../../src/testing/index.ts'
import { notification } from '../contract/samples.ts'
import { listen, serve } from './listen.ts'
import { paths, setUp } from './upstream.ts'

declare module 'express-session' {
  interface SessionData {
    userId: string
  }
}

const secret = 'a secret that is long enough to be one'
const allowedOrigins = ['https://shop.example']
const markAs = { messageId: 'msg_é', markAs: 'read' } as const
const service = { notifications: [{ ...notification, _id: markAs.messageId, payload: { a: 'é' } }] }

/** The tests of every framework, with real requests over a real connection. */
const describeServer = (start: (proxy: InboxProxy) => Promise<string>) => {
  it('reads and writes for the user who is signed in', async () => {
    const authenticate = (request: Request) => (request.headers.get('cookie') === 'session=1' ? 'pia' : null)
    const { proxy, upstream } = setUp(['own', 'own'], { authenticate, service })
    const baseUrl = `${await start(proxy)}/api/inbox`
    const client = createInboxClient({ baseUrl, headers: { cookie: 'session=1' } })
    expect((await client.getFeed('pia', { limit: 3, payload: { a: 'é' } })).data).toHaveLength(1)
    expect(await client.markAs('pia', markAs)).toHaveLength(1)
    expect(upstream.map(({ body }) => body)).toEqual([undefined, markAs])
    await expect(createInboxClient({ baseUrl }).getFeed('pia')).rejects.toMatchObject({
      status: 401,
      code: 'TIDINGS_104',
    })
    await expect(client.getFeed('kim')).rejects.toMatchObject({ status: 403, code: 'TIDINGS_105' })
  })

  it('authenticates a signed subscriber of another origin, and responds to its preflight', async () => {
    const { proxy } = setUp(['own'], { signingSecret: secret, allowedOrigins })
    const url = `${await start(proxy)}/api/inbox${paths.markAs}`
    const origin = 'https://shop.example'
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,tidings-subscriber-hash',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type,tidings-subscriber-hash')
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        origin,
        'content-type': 'application/json',
        'tidings-subscriber-hash': await signSubscriber('pia', { secret }),
      },
      body: JSON.stringify(markAs),
    })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([201, origin])
    expect(response.headers.get('vary')).toMatch(/^origin,/i)
  })

  it('rejects requests of another site, whatever the forwarded headers are', async () => {
    const { proxy, upstream } = setUp()
    const response = await fetch(`${await start(proxy)}/api/inbox${paths.markAs}`, {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example;proto=https',
        'content-type': 'application/json',
      },
      body: JSON.stringify(markAs),
    })
    expect([response.status, upstream]).toEqual([403, []])
  })

  it('aborts the request to the service when the browser disconnects', async () => {
    const controller = new AbortController()
    let end: () => void = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const { proxy, onError } = setUp([
      (init) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => {
            end()
            reject(new Error('aborted'))
          })
          controller.abort()
        }),
    ])
    const base = await start(proxy)
    await expect(fetch(`${base}/api/inbox${paths.feed}`, { signal: controller.signal })).rejects.toThrow()
    await ended
    expect(onError).not.toHaveBeenCalled()
  })

  it('rejects a body that is too large before the connection ends', async () => {
    const { proxy } = setUp([], { maxBodyBytes: 1000 })
    const url = `${await start(proxy)}/api/inbox${paths.markAs}`
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const req = httpRequest(url, options, (res) => resolve(res.statusCode)).on('error', reject)
      req.write('{"messageId":"')
      for (let part = 0; part < 20; part++) req.write('x'.repeat(500))
      req.end('","markAs":"read"}')
    })
    expect(status).toBe(413)
  })
}

describe('Hono', () => {
  const start = (proxy: InboxProxy) => {
    const app = new Hono()
    app.all('/api/inbox/*', (context) => proxy(context.req.raw))
    return listen(createAdaptorServer({ fetch: app.fetch }))
  }
  describeServer(start)

  it('responds with 500 if other middleware has read the body, and reports the fix', async () => {
    const { proxy, onError } = setUp()
    const app = new Hono()
    app.use(async (context, next) => {
      await context.req.raw.text()
      await next()
    })
    app.all('/api/inbox/*', (context) => proxy(context.req.raw))
    const headers = { 'content-type': 'application/json' }
    const response = await app.request(`/api/inbox${paths.markAs}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(markAs),
    })
    expect(response.status).toBe(500)
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'TIDINGS_303', message: expect.stringContaining('request.clone()') }),
      expect.anything(),
    )
  })
})

describe.each([
  ['4', express4],
  ['5', express5],
])('Express %s', (_, express) => {
  describe('mounted below a path', () => {
    describeServer((proxy) => {
      const app = express()
      app.use('/api/inbox', toNodeHandler(proxy))
      return serve(app)
    })
  })

  describe('after express.json()', () => {
    describeServer((proxy) => {
      const app = express()
      app.set('trust proxy', true)
      app.use(express.urlencoded({ extended: true }), express.json({ limit: '1mb' }))
      app.use('/api/inbox', toNodeHandler(proxy))
      return serve(app)
    })
  })

  describe('in a router in a router', () => {
    describeServer((proxy) => {
      const [app, api] = [express(), express.Router()]
      api.use('/inbox', toNodeHandler(proxy))
      app.use('/api', api)
      return serve(app)
    })
  })

  it.each([
    ['raw', express.raw({ type: '*/*' })],
    ['text', express.text({ type: '*/*' })],
  ])('uses the body of express.%s()', async (__, parser) => {
    const { proxy, upstream } = setUp(['own'])
    const app = express()
    app.use(parser)
    app.use('/api/inbox', toNodeHandler(proxy))
    await createInboxClient({ baseUrl: `${await serve(app)}/api/inbox` }).markAs('pia', markAs)
    expect(upstream[0]?.body).toEqual(markAs)
  })

  it('passes an error to the error handler if middleware has read the body without setting req.body', async () => {
    const { proxy } = setUp()
    const told = vi.fn()
    const tell: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
      told(error)
      res.status(500).end()
    }
    const app = express()
    app.use(async (req, _res, next) => {
      for await (const chunk of req) void chunk
      next()
    })
    app.use('/api/inbox', toNodeHandler(proxy))
    app.use(tell)
    const client = createInboxClient({ baseUrl: `${await serve(app)}/api/inbox`, retry: false })
    await expect(client.markAs('pia', markAs)).rejects.toMatchObject({ status: 500 })
    expect(told).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'TIDINGS_303', message: expect.stringContaining('express.json()') }),
    )
  })

  /** An app whose users sign in, and whose inbox authenticates them by the Express request. */
  const signedInAs = async (app: Express, authenticate: Authenticate<ExpressRequest>) => {
    const held = createTestService({ subscriberId: 'pia', notifications: [notification] })
    const onError = vi.fn()
    const inbox = createInboxProxy({
      serviceUrl: 'https://service.example.com',
      apiKey: 'key',
      basePath: '/api/inbox',
      authenticate,
      fetch: held.fetch,
      onError,
    })
    app.use('/api/inbox', toNodeHandler(inbox))
    const url = await serve(app)
    const signIn = async () => {
      const { headers } = await fetch(`${url}/sign-in`, { method: 'POST' })
      return headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ')
    }
    const client = (cookie = '') => createInboxClient({ baseUrl: `${url}/api/inbox`, headers: { cookie } })
    return { signIn, client, onError }
  }
  const sessions = () => session({ secret: 'a secret', resave: false, saveUninitialized: false })
  /** Before the sign-in, after it, and for another subscriber. */
  const visits = async ({ signIn, client, onError }: Awaited<ReturnType<typeof signedInAs>>) => {
    const visit = (id: string, cookie?: string) =>
      client(cookie)
        .getFeed(id)
        .then(
          ({ data }) => data.length,
          (error: unknown) => (isHttpError(error) ? error.status : error),
        )
    const before = await visit('pia')
    const cookie = await signIn()
    return [before, await visit('pia', cookie), await visit('kim', cookie), onError.mock.calls]
  }

  it('authenticates by the session of express-session', async () => {
    const app: Express = express()
    app.use(sessions())
    app.post('/sign-in', (req, res) => {
      req.session.userId = 'pia'
      res.sendStatus(204)
    })
    const signedIn = await signedInAs(app, (_request, { req }) => req.session.userId)
    expect(await visits(signedIn)).toEqual([401, 1, 403, []])
  })

  it('authenticates by the user of Passport', async () => {
    const app: Express = express()
    const passport = new Passport()
    passport.serializeUser((user, done) => done(null, user))
    passport.deserializeUser((user: Express.User, done) => done(null, user))
    app.use(sessions(), passport.session())
    app.post('/sign-in', (req, res, next) => {
      req.login({ id: 'pia' }, (error: unknown) => (error ? next(error) : res.sendStatus(204)))
    })
    const userOf = (req: ExpressRequest) => (req.user && 'id' in req.user ? String(req.user.id) : null)
    expect(await visits(await signedInAs(app, (_request, { req }) => userOf(req)))).toEqual([401, 1, 403, []])
  })

  it('names the path that basePath should be', async () => {
    const { proxy } = setUp([], { basePath: '' })
    const app = express()
    app.use('/api/inbox', toNodeHandler(proxy))
    const client = createInboxClient({ baseUrl: `${await serve(app)}/api/inbox` })
    await expect(client.getFeed('pia')).rejects.toThrow('Set basePath to the part of the path before /v1')
  })
})

describe('any runtime with Request and Response (Next, Bun, Deno, Workers)', () => {
  it('has no Node request, and reports that if authenticate needs one', async () => {
    const authenticate = vi.fn((_request: Request, { req }: { req: ExpressRequest }) => req.session.userId)
    const onError = vi.fn()
    const inbox = createInboxProxy({ serviceUrl: 'https://s', apiKey: 'key', authenticate, onError })
    // Frameworks pass a second argument.
    const response = await inbox(new Request(`https://app.example.com${paths.feed}`), { params: {} } as never)
    expect(response.status).toBe(500)
    expect(String(onError.mock.calls[0]?.[0])).toMatch(
      /`context\.req` was undefined\. Serve the proxy by `toNodeHandler`, or pass the request yourself/,
    )
  })

  it('exports handlers that need nothing else', async () => {
    const { proxy } = setUp(['own', 'own'])
    const [GET, POST] = [proxy, proxy]
    const url = `https://app.example.com/api/inbox`
    expect((await GET(new Request(url + paths.feed))).status).toBe(200)
    const headers = { 'content-type': 'application/json' }
    const post = new Request(url + paths.markAs, { method: 'POST', headers, body: JSON.stringify(markAs) })
    expect((await POST(post)).status).toBe(201)
  })
})
