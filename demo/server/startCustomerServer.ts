import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServiceClient } from '../../src/client/index.ts'
import { createInboxProxy } from '../../src/proxy/index.ts'
import { toNodeHandler } from '../../src/proxy/node.ts'
import type { PageHandler } from './buildPage.ts'
import { createCustomerApi } from './customerApi.ts'
import { createInvitations } from './invitations.ts'
import { listen, type Listening } from './listen.ts'
import { createSessions } from './sessions.ts'
import type { MailServer } from './startMailServer.ts'

/** Options of the app's server. */
export interface CustomerServerOptions {
  /** URL of the notification service, and its API key. */
  serviceUrl: string
  /** API key of the service. */
  apiKey: string
  /** Responds with the page's files. */
  page: PageHandler
  /** The mail server that gets the mails of the service. */
  mails: Pick<MailServer, 'sourceOf'>
  /** 0 picks a free port. */
  port: number
}

/** Starts the server that an app with tidings would run: a page, its API, and the inbox proxy, on one origin. */
export const startCustomerServer = async ({
  serviceUrl,
  apiKey,
  page,
  mails,
  port,
}: CustomerServerOptions): Promise<Listening> => {
  const service = createServiceClient({ baseUrl: serviceUrl, apiKey })
  const sessions = createSessions()
  const invitations = createInvitations(service)

  const proxy = createInboxProxy({
    serviceUrl,
    apiKey,
    basePath: '/api/inbox',
    authenticate: (request) => sessions.personOf(request),
  })
  const inbox = toNodeHandler(proxy)
  const app = createCustomerApi({ sessions, invitations, service, mails, now: () => new Date() })
  app.get('*', (context) => page(context.req.raw))
  const rest = getRequestListener(app.fetch)

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/inbox/')) void inbox(request, response)
    else void rest(request, response)
  })
  const { address, close } = await listen(server, port)
  // Open streams end with the proxy. The server waits for them.
  return { address, close: async () => void (await Promise.all([proxy.close(), close()])) }
}
