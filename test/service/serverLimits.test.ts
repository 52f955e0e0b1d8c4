import { connect as connectSocket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen, type ListenOptions } from '../../src/service/command/listen.ts'

type Handler = (request: Request) => Promise<Response>

const answer: Handler = async (request) => new Response(`ok${await request.text()}`)

/** Starts a server until the test ends, and returns its port. */
const start = async (limits: ListenOptions['limits'], handler = answer) => {
  const { address, stop } = await listen(handler, {
    host: '127.0.0.1',
    port: 0,
    log: () => {},
    limits: { connectionsCheckingInterval: 50, ...limits },
  })
  onTestFinished(async () => void (await stop(0)))
  return Number(new URL(address).port)
}

/** Opens a connection that sends a text, and records what it receives. */
const open = async (port: number, text = '') => {
  const socket = connectSocket(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  let received = ''
  let onData = () => {}
  socket.on('data', (data) => {
    received += data.toString()
    onData()
  })
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  const answered = new Promise<void>((resolve) => (onData = resolve))
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(text)
  return { socket, answered, closed }
}

const get = 'GET / HTTP/1.1\r\nhost: service\r\n\r\n'

test.each([
  ['no request', '', { headersTimeout: 100 }, /^(HTTP\/1.1 408|$)/],
  ['a request without the end of its headers', 'GET / HT', { headersTimeout: 100 }, /^HTTP\/1.1 408/],
  [
    'a request without the end of its body',
    'POST / HTTP/1.1\r\nhost: service\r\ncontent-length: 9\r\n\r\nx',
    { headersTimeout: 100, requestTimeout: 200 },
    /^HTTP\/1.1 408/,
  ],
])('a connection with %s is closed', async (_, text, limits, response) => {
  const { closed } = await open(await start(limits), text)

  expect(await closed).toMatch(response)
})

test('an idle connection is closed after its last response', async () => {
  const { closed } = await open(await start({ keepAliveTimeout: 50 }), get)

  expect(await closed).toMatch(/ok$/)
})

test('a client that does not read its response is disconnected', async () => {
  const large = new Response('x'.repeat(20_000_000))
  const responses = [large]
  const port = await start({ timeout: 200, maxConnections: 1 }, (request) =>
    Promise.resolve(responses.pop() ?? answer(request)),
  )
  const { socket, answered } = await open(port, get)
  await answered
  socket.pause()

  // The server accepts another connection.
  const last = get.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')
  await expect.poll(async () => (await open(port, last)).closed, { timeout: 10_000 }).toMatch(/ok$/)
})

test('connections over the limit are closed, and the others remain', async () => {
  const port = await start({ maxConnections: 2 })
  const others = [await open(port), await open(port)]

  expect(await (await open(port, get)).closed).toBe('')
  for (const { socket, answered } of others) {
    socket.write(get)
    await answered
  }
})
