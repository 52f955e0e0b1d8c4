import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Starts a server that sends each response of another one when it is complete, until the test ends. Returns its
 * address.
 */
export const startBufferingProxy = async (address: string): Promise<string> => {
  const server = createServer((req, res) => {
    const left = new AbortController()
    res.on('close', () => left.abort())
    const forward = async () => {
      const response = await fetch(address + (req.url ?? ''), { signal: left.signal })
      const body = await response.text()
      res.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? '' }).end(body)
    }
    forward().catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
