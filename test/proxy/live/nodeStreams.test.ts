import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toNodeHandler } from '../../../src/proxy/node.ts'
import { livePathOf, settle, setUpLive } from './setUpLive.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

/** Serves a handler, and requests pia's stream over a real connection. */
const request = async (handler: (request: Request) => Promise<Response>) => {
  const respond = toNodeHandler(handler)
  const responses: ServerResponse[] = []
  let isDone = false
  const running = createServer(async (req, res) => {
    responses.push(res)
    await respond(req, res)
    isDone = true
  })
  server = running
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve))
  const { port } = running.address() as AddressInfo
  const path = `/api/inbox${livePathOf('pia')}`
  const req = get({ host: '127.0.0.1', port, path, headers: { 'x-user': 'pia' } })
  const res = await new Promise<IncomingMessage>((resolve) => req.once('response', resolve))
  res.setEncoding('utf8').on('error', () => {})
  const [response] = responses
  if (!response) throw new Error('The server received no request.')
  return {
    req,
    res,
    response,
    /** Whether the promise of the handler is resolved. */
    isDone: () => isDone,
    next: () => new Promise<string>((resolve) => res.once('data', resolve)),
    closed: new Promise<void>((resolve) => res.once('close', resolve)),
  }
}

describe('a stream of the proxy', () => {
  it('begins with the newest status, and then has the hint that came before it', async () => {
    const { proxy, connections } = setUpLive({ answers: ['stream'] })
    const { res } = await request(async (received) => {
      const response = await proxy(received)
      await settle()
      await connections[0]?.send('status', { complete: true })
      return response
    })
    // The hint is for anything that changed before the service's stream opened.
    const expected = ': open\nretry: 3000\n\nevent: status\ndata: {"complete":true}\n\nevent: hint\ndata: {}\n\n'
    let text = ''
    for await (const part of res) if ((text += String(part)).length >= expected.length) break
    expect(text).toBe(expected)
  })

  it.each(['close', 'disconnect'])('has a handler that resolves at its end, by a %s', async (how) => {
    const { proxy, clock } = setUpLive()
    const { req, res, next, closed, isDone, response } = await request(proxy)
    await next()
    await settle()
    expect(isDone()).toBe(false)
    const ended = new Promise<void>((resolve) => response.once('close', resolve))
    res.resume()
    if (how === 'close') void proxy.close()
    else req.destroy()
    await clock.advance(3_000)
    await Promise.all([ended, closed])
    await settle()
    expect(isDone()).toBe(true)
  })

  it('ends at once if it was closed before the response began', async () => {
    const { proxy, clock } = setUpLive()
    const { res, closed } = await request(async (received) => {
      const response = await proxy(received)
      const closing = proxy.close()
      await clock.advance(3_000)
      await closing
      return response
    })
    res.resume()
    await closed
    expect([res.complete, clock.timers()]).toEqual([true, 0])
  })
})

describe('an event stream of another handler', () => {
  const setUp = async () => {
    let controller!: ReadableStreamDefaultController<Uint8Array>
    let cancel = () => {}
    const canceled = new Promise<void>((resolve) => (cancel = resolve))
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given), cancel })
    const set = await request(async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
    return { ...set, controller, canceled, send: (text: string) => controller.enqueue(new TextEncoder().encode(text)) }
  }

  it('sends the headers before the first part', async () => {
    const { res, next, send } = await setUp()
    expect(res.statusCode).toBe(200)
    const part = next()
    send(':\n\n')
    expect(await part).toBe(':\n\n')
  })

  it('is canceled when the client disconnects', async () => {
    const { req, canceled } = await setUp()
    req.destroy()
    await expect(canceled).resolves.toBeUndefined()
  })

  it.each([false, true])('disconnects the client if it fails, while it waits for the client: %s', async (isWaiting) => {
    const { res, response, closed, controller, send } = await setUp()
    if (isWaiting) {
      vi.spyOn(response, 'write').mockReturnValue(false)
      send(':\n\n')
      await settle()
    }
    controller.error(new Error('The reader did not read.'))
    res.resume()
    await closed
    expect(res.complete).toBe(false)
  })

  it('writes nothing to a response that other middleware has ended', async () => {
    const { res, response, closed, send } = await setUp()
    const write = vi.spyOn(response, 'write')
    response.end()
    send(':\n\n')
    res.resume()
    await closed
    expect([res.complete, write.mock.calls]).toEqual([true, []])
  })
})
