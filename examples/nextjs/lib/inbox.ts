import { createInboxProxy } from 'tidings/proxy'
import { prefetchInbox } from 'tidings/server'

export const baseUrl = '/api/inbox'

/** Keeps the API key on this server, and gives each user access to their own inbox only. */
export const inbox = createInboxProxy({
  serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY, // not needed for the build
  basePath: baseUrl,
  // Your code: return the id of the signed-in user from the session, or null.
  authenticate: () => 'chiara',
})

/** Loads the data of the first render on the server. */
export const prefetch = (options: { subscriberId: string; headers: Headers; feed?: boolean }) =>
  prefetchInbox({ ...options, baseUrl, proxy: inbox })
