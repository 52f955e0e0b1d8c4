import http from 'node:http'
import * as authJwt from '@auth/core/jwt'
import express from 'express'
import session from 'express-session'
import * as mswNode from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as client from '../../src/client/index.ts'
import * as hooks from '../../src/hooks/index.ts'
import * as tidings from '../../src/index.ts'
import * as live from '../../src/live/index.ts'
import * as persist from '../../src/persist/index.ts'
import * as proxy from '../../src/proxy/index.ts'
import * as proxyNode from '../../src/proxy/node.ts'
import * as service from '../../src/service/index.ts'
import * as testing from '../../src/testing/index.ts'
import * as testingMsw from '../../src/testing/msw.ts'
import { codeBlocksOf, isForPage, pages, readPage } from './codeBlocks.ts'
import { runAsyncBlock } from './runBlock.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

const apiKey = 'key-of-the-examples'
const secret = 'a secret of the examples, longer than 32 characters'
let database: service.Database
let notifications: service.Service
const servers: http.Server[] = []
const routes = new Map<string, (request: Request) => Promise<Response>>()

type Receive = (channel: string, text: string) => void

/**
 * Clients of PostgreSQL and Redis, which don't exist in tests. All receive what one sends: the hubs of the examples are
 * never closed, and would report a bus that delivers nothing while another example runs.
 */
class LoopbackClient {
  static readonly #receivers = new Set<Receive>()
  readonly #receive = (receive: Receive) => void LoopbackClient.#receivers.add(receive)

  on = (event: string, listener: (first: unknown, text?: string) => void) => {
    if (event === 'message') this.#receive(listener)
    if (event === 'notification') this.#receive((channel, payload) => listener({ channel, payload }))
    return this
  }
  connect = () => Promise.resolve(this)
  duplicate = () => this
  publish = async (channel: string, text: string) => {
    for (const receive of LoopbackClient.#receivers) receive(channel, text)
  }
  subscribe = async (channel: string, listener?: (text: string) => void) => {
    if (listener) this.#receive((from, text) => from === channel && listener(text))
  }
  /** Only `pg_notify` has values. */
  query = async (_statement: string, [channel, texts]: [channel?: string, texts?: string[]] = []) => {
    for (const text of texts ?? []) await this.publish(channel ?? '', text)
  }
  end = () => Promise.resolve()
}

/** An app of Express that a test below starts, on a free port. */
const createApp = () => {
  const app = express()
  return Object.assign(app, { listen: () => void servers.push(http.createServer(app)) })
}

const modules = {
  // A file of the recipe for Next.js.
  '@/lib/inbox': {
    inbox: proxy.createInboxProxy({ apiKey, serviceUrl: 'http://127.0.0.1:4320', authenticate: () => null }),
  },
  '@auth/core/jwt': authJwt,
  pg: { __esModule: true, default: { Client: LoopbackClient } },
  redis: { createClient: () => new LoopbackClient() },
  ioredis: { Redis: LoopbackClient },
  express: { __esModule: true, default: Object.assign(createApp, express) },
  'express-session': { __esModule: true, default: session },
  // The first Node example creates a server, which the tests below use.
  'node:http': {
    ...http,
    createServer: (listener: http.RequestListener) => {
      const server = http.createServer(listener)
      servers.push(server)
      return server
    },
  },
  'msw/node': mswNode,
  tidings,
  'tidings/client': client,
  'tidings/hooks': hooks,
  'tidings/live': live,
  'tidings/persist': persist,
  'tidings/proxy': proxy,
  'tidings/proxy/node': proxyNode,
  'tidings/service': {
    ...service,
    // The examples name a PostgreSQL server, which doesn't exist in tests.
    createService: (options: service.ServiceOptions) => service.createService({ ...options, database }),
  },
  'tidings/testing': testing,
  'tidings/testing/msw': testingMsw,
}

const addRoute = (path: string, handler: (request: Request) => Promise<Response>) => void routes.set(path, handler)

const names = {
  apiKey,
  user: { id: 'pia' },
  signOut: () => Promise.resolve(),
  sessionOf: (request: Request) => (request.headers.has('cookie') ? { userId: 'pia' } : undefined),
  hub: live.createLiveHub(),
  // An example handles a signal, which must still end the tests.
  process: Object.create(process, { once: { value: () => {} } }) as NodeJS.Process,
  app: { get: addRoute, post: addRoute },
}

const blocks = pages
  .filter((page) => !page.startsWith('docs/reference/'))
  .flatMap((page) => codeBlocksOf(page, readPage(page)))
  .filter(({ language, skip, code }) => skip === undefined && language === 'ts' && !isForPage(code))

/** Finds the block of a page that contains a text. */
const blockOf = (page: string, text: string) => {
  const found = blocks.find(({ place, code }) => place.startsWith(`${page}:`) && code.includes(text))
  if (!found) throw new Error(`${page} has no example that contains ${text}.`)
  return found
}

/** Runs the first block with a text that assigns a proxy to a variable, and returns the proxy. */
const proxyOf = async (page: string, text = 'createInboxProxy(') => {
  const block = blockOf(page, text)
  const { exports } = await runAsyncBlock(
    { ...block, code: block.code.replace(/^const inbox/m, 'export const inbox') },
    { modules, names },
  )
  return exports['inbox'] as proxy.InboxProxy
}

const feedOf = (subscriberId: string, basePath = '') =>
  `https://inbox.example.com${basePath}/v1/subscribers/${subscriberId}/notifications/feed`

beforeAll(async () => {
  database = await service.openDatabase('memory')
  const { workflows = [] } = service.defaultWorkspace
  const documented = service.parseWorkspace(
    codeBlocksOf('docs/service.md', readPage('docs/service.md')).find(({ code }) => code.includes('"tenants"'))?.code,
  )
  const workspace = {
    ...service.defaultWorkspace,
    workflows: [
      ...workflows.filter(({ identifier }) => documented.workflows.every((other) => other.identifier !== identifier)),
      ...documented.workflows,
    ],
    subscribers: documented.subscribers,
  }
  notifications = await service.createService({ database, workspace, apiKeys: [apiKey] })
})

afterAll(async () => {
  await notifications.close()
})

const stub = () => {
  vi.stubEnv('NOTIFICATIONS_API_KEY', apiKey)
  vi.stubEnv('INBOX_SECRET', secret)
  vi.stubEnv('SESSION_SECRET', secret)
  vi.stubEnv('AUTH_SECRET', secret)
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => notifications(new Request(input, init)))
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it.each(blocks)('$place runs', async (block) => {
  stub()
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { exports } = await runAsyncBlock(block, {
    modules,
    names: { ...names, inbox: () => Promise.resolve(new Response()) },
  })
  const { default: server } = exports as { default?: { fetch?: service.Service['fetch'] } }
  if (server?.fetch)
    expect((await server.fetch(new Request('https://notifications.example.com/healthz'))).status).toBe(200)
  expect([error.mock.calls, warn.mock.calls]).toEqual([[], []])
})

describe('the proxy', () => {
  it('of the README responds to a signed-in reader', async () => {
    stub()
    const inbox = await proxyOf('README.md')
    expect((await inbox(new Request(feedOf('pia', '/api/inbox')))).status).toBe(401)
    expect((await inbox(new Request(feedOf('pia', '/api/inbox'), { headers: { cookie: 'session' } }))).status).toBe(200)
  })

  it.each([
    ['docs/server.md', 'app.listen(3000)', 401],
    ['docs/server.md', 'http.createServer(', 401],
  ])('of %s responds in a server of Node: %s', async (page, text, status) => {
    stub()
    const inbox = await proxyOf('README.md')
    await runAsyncBlock(blockOf(page, text), { modules, names: { ...names, inbox } })
    const server = servers.at(-1)
    // The request of the test is real, that of the proxy is not.
    const { request } = http
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const bound = server?.address()
    try {
      const received = await new Promise<number | undefined>((resolve, reject) => {
        const path = '/api/inbox/v1/subscribers/pia/notifications/feed'
        const asked = request({ port: typeof bound === 'object' ? bound?.port : 0, path }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        })
        asked.on('error', reject).end()
      })
      expect(received).toBe(status)
    } finally {
      await new Promise((resolve) => server?.close(resolve))
    }
  })

  it('of docs/recipes/signed-ids.md responds to a reader with a signed id only', async () => {
    stub()
    const inbox = await proxyOf('docs/recipes/signed-ids.md', 'signingSecret:')
    await runAsyncBlock(blockOf('docs/recipes/signed-ids.md', "app.get('/inbox-hash'"), { modules, names })
    const sign = routes.get('/inbox-hash')
    expect((await sign?.(new Request('https://app.example.com/inbox-hash')))?.status).toBe(401)
    const hash = await (
      await sign?.(new Request('https://app.example.com/inbox-hash', { headers: { cookie: 'session' } }))
    )?.text()
    const headers = { 'tidings-subscriber-hash': hash ?? '' }
    expect((await inbox(new Request(feedOf('pia'), { headers }))).status).toBe(200)
    expect((await inbox(new Request(feedOf('ada'), { headers }))).status).toBe(401)
  })
})

it('docs/recipes/authjs.md responds to the reader of a session of Auth.js only', async () => {
  stub()
  const inbox = await proxyOf('docs/recipes/authjs.md', 'getToken(')
  const salt = '__Secure-authjs.session-token'
  const token = await authJwt.encode({ token: { sub: 'pia' }, secret, salt })
  const get = async (subscriberId: string, cookie: string) =>
    (await inbox(new Request(feedOf(subscriberId, '/api/inbox'), { headers: { cookie } }))).status
  expect(await get('pia', `${salt}=${token}`)).toBe(200)
  expect(await get('ada', `${salt}=${token}`)).toBe(403)
  expect(await get('pia', `${salt}=${token.slice(0, -4)}`)).toBe(401)
})

it('docs/recipes/webhook.md hints the recipient of a webhook', async () => {
  stub()
  vi.stubEnv('WEBHOOK_SECRET', secret)
  const { exports } = await runAsyncBlock(blockOf('docs/recipes/webhook.md', "app.post('/webhooks/notified'"), {
    modules,
    names,
  })
  const inbox = exports['inbox'] as proxy.InboxProxy
  const address = 'https://inbox.example.com/api/inbox/v1/subscribers/pia/live'
  const stream = await inbox(new Request(address, { headers: { cookie: 'session' } }))
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const call = (authorization: string) =>
    routes.get('/webhooks/notified')?.(
      new Request('https://app.example.com/webhooks/notified', {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ subscriberId: 'pia' }),
      }),
    )
  expect((await call('Bearer wrong'))?.status).toBe(401)
  expect((await call(`Bearer ${secret}`))?.status).toBe(204)
  let received = ''
  while (!received.includes('"early":true')) received += (await reader?.read())?.value
  await inbox.close()
  expect(received).toContain('event: hint')
})

it('the README sends a notification, which its recipient receives', async () => {
  stub()
  await runAsyncBlock(blockOf('README.md', 'bulkTrigger('), { modules, names })
  const feed = await client.createServiceClient({ baseUrl: 'https://notifications.example.com', apiKey }).getFeed('pia')
  expect(feed.data[0]?.payload).toMatchObject({ title: 'Version 2 is here' })
})

it('docs/service.md sends an event that has all that its workspace file shows', async () => {
  stub()
  await runAsyncBlock(blockOf('docs/service.md', 'bulkTrigger('), { modules, names })
  const feed = await client
    .createServiceClient({ baseUrl: 'https://notifications.example.com', apiKey })
    .getFeed('maya')
  expect(feed.data[0]).toMatchObject({
    subject: 'Jo commented on “Plans”',
    content: 'When do we start?',
    cta: { data: { url: '/posts/7' } },
  })
})

it('docs/agents.md shows its event to its recipient only', async () => {
  stub()
  const [json] = codeBlocksOf('docs/agents.md', readPage('docs/agents.md')).filter(
    ({ language }) => language === 'json',
  )
  const own = await service.createService({
    database,
    workspace: service.parseWorkspace(json?.code),
    apiKeys: [apiKey],
  })
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => own(new Request(input, init)))
  const run = (text: string) => runAsyncBlock(blockOf('docs/agents.md', text), { modules, names })
  const notify = (await run('bulkTrigger(')).exports['notify'] as (...args: unknown[]) => Promise<void>
  const inbox = (await run('createInboxProxy(')).exports['GET'] as proxy.InboxProxy
  const feed = async (subscriberId: string, headers: HeadersInit) => {
    const response = await inbox(new Request(feedOf(subscriberId, '/api/inbox'), { headers }))
    return [response.status, ((await response.json()) as { data?: unknown[] }).data?.[0]]
  }

  await notify('comment-added', 'pia', { author: 'Jo', text: 'When do we start?', url: '/posts/7' })

  const shown = { subject: 'Jo commented', content: 'When do we start?', cta: { data: { url: '/posts/7' } } }
  expect(await feed('pia', { cookie: 'session' })).toMatchObject([200, shown])
  expect(await feed('ada', { cookie: 'session' })).toEqual([403, undefined])
  expect(await feed('pia', {})).toEqual([401, undefined])

  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  await notify('comment-deleted', 'pia', {})
  expect(error.mock.calls).toEqual([['comment-deleted', 'pia', 'error', ['workflow_not_found']]])
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 401 })))
  await expect(notify('comment-added', 'pia', {})).resolves.toBeUndefined()
  expect(error).toHaveBeenCalledTimes(2)
  await own.close()
})

it('docs/testing.md responds to a page through Mock Service Worker', async () => {
  const { exports } = await runAsyncBlock(blockOf('docs/testing.md', 'toMswHandlers('), { modules, names })
  const { server } = exports as { server: mswNode.SetupServerApi }
  server.listen({ onUnhandledRequest: 'error' })
  try {
    const answer = await fetch('https://app.example.com/api/inbox/v1/subscribers/ada/notifications/feed')
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(3)
  } finally {
    server.close()
  }
})
