import { createInboxProxy } from 'tidings/proxy'
import { prefetchInbox } from 'tidings/server'

export const baseUrl = '/api/inbox'

/** Keeps the API key on this server, and lets each reader reach their own inbox. */
export const inbox = createInboxProxy({
  serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY, // not needed for the build
  basePath: baseUrl,
  // Yours: the id of whoever the request's session belongs to, or null.
  authenticate: () => 'chiara',
})

/** What the page's first picture shows. */
export const prefetch = (asked: { subscriberId: string; headers: Headers; feed?: boolean }) =>
  prefetchInbox({ ...asked, baseUrl, proxy: inbox })
