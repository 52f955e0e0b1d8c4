import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serviceLivePath } from '../../src/contract/live/serviceStream.ts'

/**
 * A service that has nothing but its stream of hints, so that a benchmark decides when a hint leaves, without storing a
 * notification for each reader.
 */
export const startHintSource = async () => {
  const streams = new Set<ServerResponse>()
  let lastId = 0
  const writeAll = (text: string) => {
    for (const res of streams) res.write(text)
  }
  const server = createServer((req, res) => {
    if (req.url !== serviceLivePath) return void res.writeHead(404).end()
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write(`:\n\nid: ${lastId}\nevent: status\ndata: {"complete":true}\n\n`)
    streams.add(res)
    res.on('close', () => streams.delete(res))
  })
  const beat = setInterval(() => writeAll(':\n\n'), 20_000)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hint: (subscriberIds: readonly string[] | 'all') => {
      lastId += 1
      writeAll(`id: ${lastId}\nevent: hint\ndata: ${JSON.stringify({ subscriberIds })}\n\n`)
    },
    close: () => {
      clearInterval(beat)
      server.closeAllConnections()
      server.close()
    },
  }
}
