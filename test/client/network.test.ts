import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient, isNetworkError, isTimeoutError } from '../../src/client/index.ts'
import { feedPage, message } from '../contract/samples.ts'
import { errorOf } from './errorOf.ts'

let server: Server | undefined

/** A real server on a free port, and a client without delays between attempts. */
const serve = async (listener: RequestListener) => {
  const running = createServer(listener)
  server = running
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(running.address() as AddressInfo).port}`
  return { baseUrl, environment: { sleep: async () => {} } }
}

afterEach(() => {
  vi.useRealTimers()
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

describe('over a real connection', () => {
  it('retries a lost request with the same key', async () => {
    const keys: unknown[] = []
    const options = await serve((req, res) => {
      keys.push(req.headers['idempotency-key'])
      if (keys.length === 1) return req.socket.destroy()
      if (keys.length === 2) {
        res.writeHead(201, { 'content-length': 1000 })
        return res.write('[', () => req.socket.destroy())
      }
      return res.writeHead(201).end(JSON.stringify([message]))
    })
    const marked = await createInboxClient(options).markAs('pia', { messageId: 'msg_1', markAs: 'read' })
    expect(marked).toHaveLength(1)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  it('rejects if no server listens', async () => {
    const options = await serve(() => {})
    await new Promise((resolve) => server?.close(resolve))
    const error = await errorOf(createInboxClient({ ...options, retry: { attempts: 1 } }).getFeed('pia'))
    expect(isNetworkError(error)).toBe(true)
    expect(String(error)).toMatch(/after 2 attempts\. The connection failed: .*ECONNREFUSED/)
  })

  it('ends an attempt that takes too long, and closes its connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed: Promise<void>[] = []
    const options = await serve((req, res) => {
      if (req.url?.includes('page=1')) return res.writeHead(200).end(JSON.stringify(feedPage))
      closed.push(new Promise((resolve) => res.once('close', resolve)))
      return vi.advanceTimersByTime(5_000)
    })
    const client = createInboxClient({ ...options, timeout: 5_000, retry: { attempts: 1 } })
    const error = await errorOf(client.getFeed('pia'))
    expect(isTimeoutError(error)).toBe(true)
    expect(String(error)).toContain('within 5000 ms in any of 2 attempts')
    await Promise.all(closed)
    expect(closed).toHaveLength(2)
    expect((await client.getFeed('pia', { page: 1 })).data).toHaveLength(1)
  })

  it('closes the connection of a call that was aborted', async () => {
    const controller = new AbortController()
    let close = () => {}
    const closed = new Promise<void>((resolve) => (close = resolve))
    const options = await serve((_, res) => {
      res.once('close', close)
      controller.abort()
    })
    const error = await errorOf(createInboxClient(options).getFeed('pia', {}, { signal: controller.signal }))
    expect(error).toBe(controller.signal.reason)
    await closed
  })
})
