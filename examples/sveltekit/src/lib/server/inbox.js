import { env } from '$env/dynamic/private'
import { createInboxProxy } from 'tidings/proxy'

export const inbox = createInboxProxy({
  serviceUrl: env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: env.NOTIFICATIONS_API_KEY,
  basePath: '/api/inbox',
  // The id of the signed-in user, which src/hooks.server.js sets, or null.
  authenticate: (request, { req: event }) => event.locals.userId ?? null,
})
