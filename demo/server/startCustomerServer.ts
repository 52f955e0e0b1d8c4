import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServiceClient } from '../../src/client/index.ts'
import { createInboxProxy } from '../../src/proxy/index.ts'
import { toNodeHandler } from '../../src/proxy/node.ts'
import type { PageHandler } from './buildPage.ts'
import { createCustomerApi, type CustomerApiOptions } from './customerApi.ts'
import { createInvitations } from './invitations.ts'
import { listen, type Listening } from './listen.ts'
import { createSessions } from './sessions.ts'

/** How to start the customer's server. */
export interface CustomerServerOptions {
  /** Where the notification service is, and the key to it. */
  serviceUrl: string
  apiKey: string
  page: PageHandler
  /** Keeps what somebody chose in the preferences. */
  choose: CustomerApiOptions['choose']
  /** 0 for any free port. */
  port: number
}

/** Starts what a customer of tidings would run: a page, an API of their own, and the inbox's proxy on one address. */
export const startCustomerServer = ({
  serviceUrl,
  apiKey,
  page,
  choose,
  port,
}: CustomerServerOptions): Promise<Listening> => {
  const service = createServiceClient({ baseUrl: serviceUrl, apiKey })
  const sessions = createSessions()
  const invitations = createInvitations(service)

  const inbox = toNodeHandler(
    createInboxProxy({
      serviceUrl,
      apiKey,
      basePath: '/api/inbox',
      authenticate: (request) => sessions.personOf(request),
    }),
  )
  const app = createCustomerApi({ sessions, invitations, service, choose, now: () => new Date() })
  app.get('*', (context) => page(context.req.raw))
  const rest = getRequestListener(app.fetch)

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/inbox/')) void inbox(request, response)
    else void rest(request, response)
  })
  return listen(server, port)
}
