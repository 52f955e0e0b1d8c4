import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageHeader } from '../contract/operation.ts'
import { serveRequest } from '../node/serveRequest.ts'
import type { AuthenticateContext } from './inboxProxyOptions.ts'
import { Refusal } from './refusal.ts'
import { replyRefusal } from './reply.ts'

/** A request handler of node:http, and a middleware of Express and Connect. */
export type NodeHandler<NodeRequest extends IncomingMessage = IncomingMessage> = (
  req: NodeRequest,
  res: ServerResponse,
  next?: Next,
) => Promise<void>
type Next = (error?: unknown) => void

const refuse = () => replyRefusal(new Refusal(400, 'This is not a valid HTTP request.'), '', crypto.randomUUID())

/**
 * Removes `pageHeader` from a request whose origin a middleware such as `cors` allows: it has answered that origin's
 * preflight, so the header proves nothing.
 */
const withoutForeignProof = (request: Request, res: ServerResponse): Request => {
  if (res.getHeader('access-control-allow-origin') === request.headers.get('origin')) request.headers.delete(pageHeader)
  return request
}

/**
 * Serves a proxy from Node: `http.createServer(toNodeHandler(proxy))`, `app.use('/api/inbox', toNodeHandler(proxy))`.
 * The proxy's `basePath` is always the whole path, even if the handler is mounted below one. If a parser has read the
 * body, the handler uses `req.body`. `authenticate` receives `req` as `context.req`. An error of the proxy goes to
 * `next`, or becomes a bare 500.
 */
export const toNodeHandler =
  <NodeRequest extends IncomingMessage = IncomingMessage>(
    proxy: (request: Request, context: AuthenticateContext<NodeRequest>) => Promise<Response>,
  ): NodeHandler<NodeRequest> =>
  (req, res, next) =>
    serveRequest(req, res, { handler: (request) => proxy(withoutForeignProof(request, res), { req }), refuse }).catch(
      (error: unknown) => {
        // oxlint-disable-next-line promise/no-callback-in-promise -- Express 4 ignores rejections
        if (next) return next(error)
        // oxlint-disable-next-line no-console -- a handler without next has no other log
        console.error('tidings proxy:', error)
        if (!res.headersSent) res.writeHead(500)
        res.end()
      },
    )
