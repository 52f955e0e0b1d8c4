import { QueryClient } from '@tanstack/react-query'
import { createInboxClient } from '../client/createInboxClient.ts'
import { findRenderSignal } from '../client/errors/findRenderSignal.ts'
import { isHttpError } from '../client/errors/HttpError.ts'
import { readHeaders } from '../client/readHeaders.ts'
import { feedOptions } from '../state/feedOptions.ts'
import { createInboxStore, defaultEnvironment } from '../state/inboxStore.ts'
import { type InboxSnapshot, takeSnapshot } from '../state/persistence/inboxSnapshot.ts'
import { countOptions, defaultPageSize, noPolling } from '../state/queryOptions.ts'

/** The options of `prefetchInbox`. */
export interface PrefetchInboxOptions {
  /** Subscriber whose page is rendered. Null or undefined if no one is signed in. */
  subscriberId: string | null | undefined
  /** `baseUrl` of the component: "/api/inbox". */
  baseUrl: string
  /**
   * Your handler from `createInboxProxy`. It is called directly: no request to it leaves this process. If its
   * `authenticate` reads `context.req`, pass `(request) => inbox(request, { req })`.
   */
  proxy: (request: Request) => Promise<Response>
  /** Headers of the request that the page is rendered for, or only those that authenticate it. */
  headers?: HeadersInit
  /**
   * Whether to fetch the first feed page too, for `<InboxPage>`. The badge's count is always fetched. Default false.
   */
  feed?: boolean
  /** `pageSize` of the component. Default 20. */
  pageSize?: number
  /** Maximum time that the render waits for the inbox, in milliseconds. Default 2,000. */
  timeout?: number
  /**
   * Called with the error if the inbox can't be fetched. The page renders without it, and the browser fetches it.
   * Default: `console.error`, except for failures that the proxy has logged.
   */
  onError?: (error: unknown) => void
}

/** The proxy logs each of its 5xx responses. */
const logUnlessReported = (error: unknown) => {
  // oxlint-disable-next-line no-console -- the default log of a server
  if (!isHttpError(error) || error.status < 500) console.error(error)
}

/** The origin of a `baseUrl` that is a path. The proxy is called directly, and reads only the path. */
const anyOrigin = 'http://localhost'

/**
 * Removes the headers that describe the origin of the page's request, such as a link on another site. This server, not
 * a page, requests the inbox.
 */
const headersOfUser = (given: HeadersInit | undefined): Headers => {
  const headers = readHeaders(given)
  headers.delete('sec-fetch-site')
  headers.delete('origin')
  return headers
}

/**
 * Fetches an inbox while a server renders its page. It calls the proxy, so the result contains only the data that this
 * user's browser may receive.
 *
 * In Next.js with `cacheComponents`, first await `connection()` or `headers()` of the request, inside a `<Suspense>`
 * boundary: an inbox is never part of a prerender.
 *
 * @returns the prop `initialState`, which is JSON. Undefined if no one is signed in, or if the service does not respond
 * in time.
 * @throws errors that end a framework's render, such as the `HANGING_PROMISE_REJECTION` of Next.js. All others go to
 * `onError`.
 */
export const prefetchInbox = async ({
  subscriberId,
  baseUrl,
  proxy,
  headers,
  feed = false,
  pageSize = defaultPageSize,
  timeout = 2_000,
  onError = logUnlessReported,
}: PrefetchInboxOptions): Promise<InboxSnapshot | undefined> => {
  if (!subscriberId) return undefined
  // One cache per render: no data of one user may reach the next.
  const queryClient = new QueryClient()
  const client = createInboxClient({
    baseUrl: new URL(baseUrl, anyOrigin).href,
    headers: () => headersOfUser(headers),
    fetch: (input, init) => proxy(new Request(input, init)),
    timeout,
    retry: false,
  })
  const store = createInboxStore({
    client,
    queryClient,
    scope: { endpoint: baseUrl, subscriberId },
    environment: { ...defaultEnvironment, openBroadcast: () => undefined, locks: undefined },
  })
  try {
    // First, because the counts come with its page.
    const list = feed && queryClient.fetchInfiniteQuery(feedOptions(store, {}, pageSize, true))
    await Promise.all([
      list,
      queryClient.fetchQuery(countOptions(store, { seen: false }, noPolling)),
      // The count on the tab of unread notifications.
      feed && queryClient.fetchQuery(countOptions(store, { read: false }, noPolling)),
    ])
    return takeSnapshot(queryClient, store.keys, store.scope, store.environment.now())
  } catch (error) {
    // The framework ends the render, as Next.js does when a prerender is complete. No request failed.
    const signal = findRenderSignal(error)
    if (signal) throw signal
    onError(error)
    return undefined
  } finally {
    queryClient.clear()
  }
}
