import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { SetupError } from '../client/errors/SetupError.ts'
import type { AuthenticateContext } from './inboxProxyOptions.ts'
import { Refusal } from './refusal.ts'
import { replyRefusal } from './reply.ts'

/** A request as a body parser (Express, Connect) leaves it. */
type ParsedRequest = IncomingMessage & { body?: unknown; originalUrl?: string }

/** A handler of node:http, and a middleware of Express and Connect. */
export type NodeHandler<NodeRequest extends IncomingMessage = IncomingMessage> = (
  req: NodeRequest,
  res: ServerResponse,
  next?: Next,
) => Promise<void>
type Next = (error?: unknown) => void

/**
 * Serves a proxy from Node: `http.createServer(toNodeHandler(proxy))`, `app.use('/api/inbox', toNodeHandler(proxy))`.
 * The proxy's `basePath` is the whole path, also where it is mounted below one. A body that a parser has read
 * already is used as it is. `authenticate` gets `req` as `context.req`. What the proxy throws goes to `next`, or becomes a
 * bare 500.
 */
export const toNodeHandler =
  <NodeRequest extends IncomingMessage = IncomingMessage>(
    proxy: (request: Request, context: AuthenticateContext<NodeRequest>) => Promise<Response>,
  ): NodeHandler<NodeRequest> =>
  async (req, res, next) => {
    try {
      const gone = new AbortController()
      res.once('close', () => res.writableFinished || gone.abort())
      const request = toRequest(req, gone.signal)
      const response = request
        ? await proxy(request, { req })
        : replyRefusal(new Refusal(400, 'This is no request.'), '', crypto.randomUUID())
      res.writeHead(response.status, Object.fromEntries(response.headers))
      res.end(await response.text())
      // Refused with its body unread. Nobody takes it any more, and until it is through the connection carries nothing else.
      if (!req.complete) req.removeAllListeners('data').resume()
    } catch (error) {
      if (next) return next(error)
      // oxlint-disable-next-line no-console -- a bare handler has no other place for it
      console.error('tidings proxy:', error)
      if (!res.headersSent) res.writeHead(500)
      res.end()
    }
  }

/** @returns undefined for what no `Request` can hold: an impossible host, TRACE. */
const toRequest = (req: ParsedRequest, signal: AbortSignal): Request | undefined => {
  const { method = 'GET', originalUrl, url } = req
  const host = String(req.headers.host ?? req.headers[':authority'] ?? 'localhost')
  // HTTP/2 has its own ":path" and the like among the headers.
  const plain = Object.entries(req.headers).filter(([name]) => !name.startsWith(':'))
  const headers = plain.map(([name, value]): [string, string] => [name, String(value)])
  const body = method === 'GET' || method === 'HEAD' ? null : toBody(req)
  const init = { method, headers, body, signal, duplex: 'half' }
  try {
    return new Request(`${'encrypted' in req.socket ? 'https' : 'http'}://${host}${originalUrl ?? url}`, init)
  } catch {
    return undefined
  }
}

/** `body` alone tells nothing: some parsers set it to `{}` on requests that they leave unread. */
const toBody = (req: ParsedRequest): BodyInit => {
  if (!req.readableDidRead) return Readable.toWeb(req) as ReadableStream<Uint8Array>
  if (req.body instanceof Uint8Array) return new Uint8Array(req.body)
  if (req.body !== undefined) return typeof req.body === 'string' ? req.body : JSON.stringify(req.body)
  throw new SetupError('TIDINGS_303', 'toNodeHandler', {
    what: 'something before it has read the body, and left nothing in `req.body`.',
    cure: 'Mount the inbox before it, or put `express.json()` before the inbox.',
  })
}
