import { createInboxProxy } from 'tidings/proxy'
import { prefetchInbox } from 'tidings/server'

const baseUrl = '/api/inbox'

/** Your code: return the id of the signed-in user from the session, or null. */
const userIdOf = (_request: Request): string | null => 'rhea'

/** Keeps the API key on this server, and gives each user access to their own inbox only. */
export const inbox = createInboxProxy({
  serviceUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY,
  basePath: baseUrl,
  authenticate: userIdOf,
})

/** The props of an inbox, with the count and the list of its first render. */
export const inboxProps = async (request: Request) => {
  const props = { subscriberId: userIdOf(request), baseUrl }
  const { headers } = request
  return { ...props, initialState: await prefetchInbox({ ...props, proxy: inbox, headers, feed: true }) }
}
