import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'

/** Keeps the API key on your server, and lets each reader reach their own inbox. */
export const inbox = toNodeHandler(
  createInboxProxy({
    serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
    apiKey: process.env.NOTIFICATIONS_API_KEY!,
    basePath: '/api/inbox',
    // Yours: the id of whoever the request's session belongs to, or null.
    authenticate: () => 'vera',
  }),
)
