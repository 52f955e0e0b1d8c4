import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import express5, { type Express } from 'express'
import express4 from 'express4'
import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { createLiveHub } from '../../../src/live/index.ts'
import type { InboxProxy } from '../../../src/proxy/index.ts'
import { toNodeHandler } from '../../../src/proxy/node.ts'
import { listen, serve } from '../listen.ts'
import { livePathOf, readStream, setUpLive, settle } from './setUpLive.ts'

/** A proxy that accepts one stream per subscriber, so that a further one shows whether the first was freed. */
const setUp = () => {
  const hub = createLiveHub()
  let left = () => {}
  const hasLeft = new Promise<void>((resolve) => (left = resolve))
  const set = setUpLive({
    live: {
      // The proxy leaves the hub after its last stream: `linger` has no time to wait for.
      hub: { ...hub, subscribeAll: (listener) => (hub.subscribeAll(listener), left) },
      environment: { schedule: (run, ms) => (ms === 30_000 ? (run(), () => {}) : () => {}) },
    },
  })
  return { ...set, hub, hasLeft }
}

/** The tests of every framework, with a real connection. */
const describeServer = (start: (proxy: InboxProxy) => Promise<string>) => {
  const connect = async (proxy: InboxProxy) => {
    const url = `${await start(proxy)}/api/inbox${livePathOf('pia')}`
    const req = get(url, { headers: { 'x-user': 'pia', 'accept-encoding': 'gzip, br' } })
    const res = await new Promise<IncomingMessage>((resolve, reject) =>
      req.once('response', resolve).once('error', reject),
    )
    res.setEncoding('utf8')
    const next = () => new Promise<string>((resolve) => res.once('data', resolve))
    return { req, res, next }
  }

  it('sends each part before the end of the response', async () => {
    const { proxy, hub } = setUp()
    const { res, next } = await connect(proxy)
    expect(res.statusCode).toBe(200)
    expect(res.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(res.headers['content-length']).toBeUndefined()
    expect(await next()).toContain('event: status\ndata: {"complete":false}')
    const hint = next()
    hub.publish({ subscriberIds: ['pia'] })
    expect(await hint).toBe('event: hint\ndata: {}\n\n')
    const second = next()
    hub.publish({ subscriberIds: ['pia'], early: true })
    expect(await second).toBe('event: hint\ndata: {"early":true}\n\n')
  })

  it('frees the stream when the browser disconnects', async () => {
    const { proxy, hasLeft, onError } = setUp()
    const { req, res, next } = await connect(proxy)
    await next()
    res.on('error', () => {})
    req.destroy()
    await hasLeft
    expect(onError).not.toHaveBeenCalled()
  })

  it('ends the response at close()', async () => {
    const { proxy, clock } = setUpLive()
    const { res, next } = await connect(proxy)
    await next()
    const ended = new Promise<void>((resolve) => res.resume().once('end', resolve))
    void proxy.close()
    await clock.advance(3_000)
    await ended
    expect(res.complete).toBe(true)
  })

  it('refuses with an error body', async () => {
    const { proxy } = setUp()
    const response = await fetch(`${await start(proxy)}/api/inbox${livePathOf('pia')}`)
    expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ statusCode: 401 })])
  })
}

describe('node:http', () => {
  describeServer((proxy) => serve(toNodeHandler(proxy)))
})

describe.each([
  ['4', express4],
  ['5', express5],
])('Express %s', (_, express) => {
  describeServer((proxy) => {
    const app: Express = express()
    app.use(express.json())
    app.use('/api/inbox', toNodeHandler(proxy))
    return serve(app)
  })
})

describe('Hono on Node', () => {
  describeServer((proxy) => {
    const app = new Hono()
    app.all('/api/inbox/*', (context) => proxy(context.req.raw))
    return listen(createAdaptorServer({ fetch: app.fetch }))
  })
})

describe('an app that copies the response', () => {
  describeServer((proxy) =>
    serve(
      toNodeHandler(async (request: Request) => {
        const { status, headers, body } = await proxy(request)
        return new Response(body, { status, headers: { ...Object.fromEntries(headers), 'x-copied': 'yes' } })
      }),
    ),
  )
})

describe('a route handler of Next.js, and any other fetch handler', () => {
  const request = (signal?: AbortSignal) =>
    new Request(`https://app.example.com/api/inbox${livePathOf('pia')}`, {
      headers: { 'x-user': 'pia' },
      ...(signal && { signal }),
    })

  it('sends each part before the end of the response', async () => {
    const { proxy, connections } = setUpLive({ answers: ['stream'] })
    const GET = proxy
    const stream = readStream(await GET(request()))
    await settle()
    expect(stream.statuses()).toEqual([false])
    await connections[0]?.send('status', { complete: true })
    expect([stream.statuses(), stream.state()]).toEqual([[false, true], 'open'])
  })

  it.each(['aborts the signal', 'cancels the body'])('frees the stream when the server %s', async (how) => {
    const { proxy, clock } = setUpLive()
    const controller = new AbortController()
    const GET = proxy
    const stream = readStream(await GET(request(controller.signal)))
    if (how === 'aborts the signal') controller.abort()
    else await stream.cancel()
    await clock.advance(30_000)
    expect([stream.state(), clock.timers()]).toEqual(['ended', 0])
  })

  it('treats a response that the host cuts early as no error', async () => {
    const { proxy, clock, onError } = setUpLive()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { body } = await proxy(request())
    const reader = body?.getReader()
    await reader?.read()
    await reader?.cancel(new Error('Function execution timed out'))
    await clock.advance(30_000)
    expect([clock.timers(), onError.mock.calls, log.mock.calls]).toEqual([0, [], []])
    log.mockRestore()
  })
})

describe('toNodeHandler', () => {
  it('writes nothing to a response that other middleware has ended', async () => {
    const { proxy, clock, connections } = setUpLive({ answers: ['stream'] })
    const handler = toNodeHandler(proxy)
    let end = () => {}
    const url = await serve((req, res) => {
      end = () => void res.end()
      void handler(req, res)
    })
    const response = await fetch(`${url}/api/inbox${livePathOf('pia')}`, { headers: { 'x-user': 'pia' } })
    const text = response.text()
    end()
    await connections[0]?.send('hint', { subscriberIds: ['pia'] })
    expect(await text).not.toContain('{}\n\nevent: hint')
    await clock.advance(30_000)
    expect(clock.timers()).toBe(0)
  })

  /** A stream over a real connection, whose buffers are full as soon as the test says so. */
  const openSlow = async () => {
    const { proxy, clock, connections } = setUpLive({ answers: ['stream'] })
    const handler = toNodeHandler(proxy)
    const responses: ServerResponse[] = []
    const url = await serve((req, res) => {
      responses.push(res)
      void handler(req, res)
    })
    const res = await new Promise<IncomingMessage>((resolve) =>
      get(`${url}/api/inbox${livePathOf('pia')}`, { headers: { 'x-user': 'pia' } }, resolve),
    )
    await new Promise((resolve) => res.setEncoding('utf8').once('data', resolve))
    const [response] = responses
    const [service] = connections
    if (!response || !service) throw new Error('The stream is not open.')
    const next = () => new Promise<string>((resolve) => res.once('data', resolve))
    return { res, response, service, next, clock }
  }

  it('waits for a browser that reads slowly, and sends it one hint for all', async () => {
    const { response, service, next } = await openSlow()
    const write = response.write.bind(response)
    const fill = vi.spyOn(response, 'write').mockImplementation((part: unknown) => {
      write(part)
      return false
    })
    const first = next()
    await service.send('hint', { subscriberIds: ['pia'] })
    expect(await first).toContain('event: hint')
    for (let index = 0; index < 10; index++) await service.send('hint', { subscriberIds: ['pia'] })
    expect(fill).toHaveBeenCalledOnce()
    fill.mockRestore()
    const second = next()
    response.emit('drain')
    expect(await second).toBe('event: hint\ndata: {}\n\n')
    const third = next()
    await service.send('status', { complete: true })
    expect(await third).toBe('event: status\ndata: {"complete":true}\n\n')
  })

  it('disconnects a browser that does not read for a minute', async () => {
    const { res, response, service, clock } = await openSlow()
    vi.spyOn(response, 'write').mockReturnValue(false)
    const closed = new Promise<void>((resolve) => res.on('error', () => {}).once('close', resolve))
    await service.send('hint', { subscriberIds: ['pia'] })
    await clock.advance(59_999)
    expect(response.destroyed).toBe(false)
    await clock.advance(1)
    expect(response.destroyed).toBe(true)
    await closed
    expect(res.complete).toBe(false)
    await clock.advance(30_000)
    expect(clock.timers()).toBe(0)
  })
})
