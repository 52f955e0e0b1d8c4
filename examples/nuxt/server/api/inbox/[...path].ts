import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'

const inbox = createInboxProxy({
  serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY,
  basePath: '/api/inbox',
  // Your code: return the id of the signed-in user from the session, or null.
  authenticate: () => 'nora',
})

export default fromNodeMiddleware(toNodeHandler(inbox))
