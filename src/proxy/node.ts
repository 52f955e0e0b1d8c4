import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveRequest } from '../node/serveRequest.ts'
import type { InboxProxy } from './createInboxProxy.ts'
import { Refusal } from './refusal.ts'
import { replyRefusal } from './reply.ts'

/** A handler of node:http, and a middleware of Express and Connect. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse, next?: Next) => Promise<void>
type Next = (error?: unknown) => void

const refuse = () => replyRefusal(new Refusal(400, 'This is not a valid HTTP request.'), '', crypto.randomUUID())

/**
 * Serves a proxy from Node: `http.createServer(toNodeHandler(proxy))`, `app.use('/api/inbox', toNodeHandler(proxy))`.
 * The proxy's `basePath` is the whole path, also where it is mounted below one. A body that a parser has read
 * already is used as it is. What the proxy throws goes to `next`, or becomes a bare 500.
 */
export const toNodeHandler =
  (proxy: InboxProxy): NodeHandler =>
  async (req, res, next) => {
    try {
      await serveRequest(req, res, { handler: proxy, refuse })
    } catch (error) {
      if (next) return next(error)
      // oxlint-disable-next-line no-console -- a bare handler has no other place for it
      console.error('tidings proxy:', error)
      if (!res.headersSent) res.writeHead(500)
      res.end()
    }
  }
