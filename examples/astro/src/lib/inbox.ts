import { getSecret } from 'astro:env/server'
import { createInboxProxy } from 'tidings/proxy'

export const inbox = createInboxProxy({
  serviceUrl: getSecret('NOTIFICATIONS_URL') ?? 'http://127.0.0.1:4320',
  apiKey: getSecret('NOTIFICATIONS_API_KEY'),
  basePath: '/api/inbox',
  // Your code: return the id of the signed-in user from the session, or null.
  authenticate: () => 'astrid',
})
