import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { createAdaptorServer } from '@hono/node-server'
import { afterEach } from 'vitest'

const servers: Pick<Server, 'closeAllConnections' | 'close'>[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Listens on a free port until the end of the test. Returns the origin. */
export const listen = async (server: ReturnType<typeof createAdaptorServer> | Server): Promise<string> => {
  servers.push(server as Server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Serves a listener until the end of the test. Returns the origin. */
export const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener))
