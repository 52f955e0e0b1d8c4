import { createServer, type Server } from 'node:http'
import { clocks } from '../../client/clock.ts'
import { serveRequest } from '../../node/serveRequest.ts'
import { errorResponse, toResponse } from '../http/jsonResponse.ts'
import { Refusal } from '../http/Refusal.ts'
import { CommandError } from './readArguments.ts'

export interface Listening {
  /** Origin of the server, such as `http://127.0.0.1:4320`. */
  address: string
  /**
   * Stops accepting connections and waits for the requests in flight, for `patience` milliseconds at most.
   * @returns whether all requests were completed.
   */
  stop(patience: number): Promise<boolean>
}

/** Limits of a server. */
interface ServerLimits {
  /** Time for the headers of a request, in milliseconds. A connection without a request is closed after it too. */
  headersTimeout: number
  /** Time for a request with its body, in milliseconds. */
  requestTimeout: number
  /**
   * Time without a request on a connection that had one, in milliseconds. Clients learn it from the response. It is
   * short, because a network may drop connections without closing them, and a client would send its next requests into
   * them.
   */
  keepAliveTimeout: number
  /** How often the first two are checked, in milliseconds. */
  connectionsCheckingInterval: number
  /** Time in which a client must read something of its response, in milliseconds. */
  timeout: number
  maxConnections: number
}

const defaultLimits: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
  timeout: 60_000,
  maxConnections: 10_000,
}

export interface ListenOptions {
  host: string
  /** Port to listen on. 0 picks a free one. */
  port: number
  /** The option of the command that chooses the port, for errors. Default "--port". */
  portOption?: string
  /** Receives a line for each request that failed without a response. */
  log: (line: string) => void
  /** Limits that differ from those of the command. */
  limits?: Partial<ServerLimits>
}

const refuse = () =>
  toResponse(
    errorResponse(new Refusal(400, 'This is not an HTTP request that the service can read.'), {
      path: '',
      time: new Date(clocks.now()),
    }),
  )

/** @throws CommandError if the server can't listen on the address. */
export const listen = async (
  handler: (request: Request) => Promise<Response>,
  { host, port, portOption = '--port', log, limits }: ListenOptions,
): Promise<Listening> => {
  const { timeout, maxConnections, ...timeouts } = { ...defaultLimits, ...limits }
  const server = createServer(timeouts, (req, res) => {
    serveRequest(req, res, { handler, refuse }).catch((error: unknown) => {
      log(`${req.method} ${req.url}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      // Without a response, the client would wait until its own timeout.
      res.destroy()
    })
  })
  server.timeout = timeout
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new CommandError(1, describe(error, host, port, portOption), { cause: error }))
    })
    server.listen(port, host, resolve)
  })
  const bound = server.address()
  const realPort = typeof bound === 'object' && bound ? bound.port : port
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${realPort}`,
    stop: (patience) => stop(server, patience),
  }
}

const stop = async (server: Server, patience: number): Promise<boolean> => {
  let inTime = true
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A keep-alive connection becomes idle only after its response. It would keep the server open forever.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => {
    inTime = false
    server.closeAllConnections()
  }, patience)
  await closed
  clearInterval(idle)
  clearTimeout(late)
  return inTime
}

const describe = (error: NodeJS.ErrnoException, host: string, port: number, portOption: string): string => {
  switch (error.code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with ` +
        `${portOption} (0: any free port).`
      )
    case 'EACCES':
      return `Port ${port} on ${host} is not allowed for this user. Choose a port above 1023 with ${portOption}.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Pass one with --host, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return `Can't listen on ${host}:${port}: ${error.message}`
  }
}
