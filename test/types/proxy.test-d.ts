import { createServer, type IncomingMessage } from 'node:http'
import express, { type Request as ExpressRequest } from 'express'
import { createInboxProxy, type InboxProxy } from '../../src/proxy/index.ts'
import { toNodeHandler } from '../../src/proxy/node.ts'
import { prefetchInbox } from '../../src/server/index.ts'

/** Only `tsc` checks this file. `@ts-expect-error` marks the lines that must not compile. */

const serving = { serviceUrl: process.env['URL'], apiKey: process.env['KEY'] }
const page = { subscriberId: 'ada', baseUrl: '/api/inbox' }

// Without a type argument, a proxy is a web handler, also in Node.
const web = createInboxProxy({ ...serving, authenticate: (request) => request.headers.get('x-user') })
export const route: (request: Request) => Promise<Response> = web
createServer(toNodeHandler(web))
express().use(toNodeHandler(web))
await prefetchInbox({ ...page, proxy: web })
// @ts-expect-error -- no Node request
createInboxProxy({ ...serving, authenticate: (_request, { req }) => req.session.userId })

// The Node request's type is a type argument, or the type of the parameter.
const typed = createInboxProxy<ExpressRequest>({ ...serving, authenticate: (_request, { req }) => req.ip })
const annotated = createInboxProxy({
  ...serving,
  authenticate: (_request, { req }: { req: ExpressRequest }) => req.ip ?? null,
})
export const same: InboxProxy<ExpressRequest>[] = [typed, annotated]
express().use(toNodeHandler(typed))
const node = createInboxProxy<IncomingMessage>({
  ...serving,
  authenticate: (_request, { req }) => req.socket.remoteAddress,
})
createServer(toNodeHandler(node))
express().use(toNodeHandler(node))

// Such a proxy requires that request.
// @ts-expect-error -- node:http has no Express request
createServer(toNodeHandler(typed))
// @ts-expect-error -- a route of Next.js has no Node request
export const wrong: (request: Request) => Promise<Response> = typed
// @ts-expect-error -- a render has no Node request
await prefetchInbox({ ...page, proxy: typed })
express().get('/', (req, res, next) => {
  prefetchInbox({ ...page, proxy: (request) => typed(request, { req }) }).then((state) => res.json(state), next)
})

// At least one way to authenticate is required.
// @ts-expect-error -- no way to authenticate
createInboxProxy({ ...serving })
createInboxProxy({ ...serving, signingSecret: process.env['SECRET'] })
