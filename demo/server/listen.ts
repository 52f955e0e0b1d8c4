import type { Server } from 'node:http'

/** A listening server. */
export interface Listening {
  /** Origin of the server, such as `http://127.0.0.1:4400`. */
  address: string
  /** Stops accepting connections, and waits for requests in flight. */
  close: () => Promise<void>
}

const host = '127.0.0.1'

/**
 * Listens on the loopback address only.
 * @param port 0 picks a free port. If the port is in use, the next free one is used.
 */
export const listen = async (server: Server, port: number): Promise<Listening> => {
  const taken = await tryPort(server, port)
  if (taken) return listen(server, port + 1)
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.')
  return { address: `http://${host}:${bound.port}`, close: () => close(server) }
}

/** @returns whether the port is in use. */
const tryPort = (server: Server, port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const settle = (run: () => void) => {
      server.off('error', onError)
      server.off('listening', onListening)
      run()
    }
    const onError = (error: NodeJS.ErrnoException) =>
      settle(() => (error.code === 'EADDRINUSE' && port < 65_535 ? resolve(true) : reject(error)))
    const onListening = () => settle(() => resolve(false))
    server.on('error', onError)
    server.on('listening', onListening)
    server.listen(port, host)
  })

const close = async (server: Server) => {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
  })
  // Browsers keep connections open for later requests, including the one in use now.
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  await closed.finally(() => clearInterval(idle))
}
