import { QueryClient } from '@tanstack/react-query'
import { createInboxClient } from '../client/createInboxClient.ts'
import { findRenderSignal } from '../client/errors/findRenderSignal.ts'
import { isHttpError } from '../client/errors/HttpError.ts'
import { defaultPageSize, feedOptions } from '../state/feedOptions.ts'
import { createInboxStore, defaultEnvironment } from '../state/inboxStore.ts'
import { polling } from '../state/model/pollInterval.ts'
import type { InboxSnapshot } from '../state/persistence/inboxSnapshot.ts'
import { countOptions } from '../state/queryOptions.ts'

/** Whose inbox to ask for, and through which proxy. */
export interface PrefetchInboxOptions {
  /** Whose page is drawn. Nobody: null or undefined. */
  subscriberId: string | null | undefined
  /** The same as the component's `baseUrl`: "/api/inbox". */
  baseUrl: string
  /**
   * Your handler, made by `createInboxProxy`. It is called in place; no request leaves this process for it. If its
   * `authenticate` reads `context.req`: `(request) => inbox(request, { req })`.
   */
  proxy: (request: Request) => Promise<Response>
  /** Headers of the request that the page is drawn for, or those of them by which the proxy knows who is asking. */
  headers?: HeadersInit
  /** Also asks for the list's first page, for `<InboxPage>`. The bell's number is always asked for. Default false. */
  feed?: boolean
  /** The same as the component's `pageSize`. Default 20. */
  pageSize?: number
  /** For how long the page may wait, in milliseconds. Default 2,000. */
  timeout?: number
  /**
   * Called with the error if there is nothing to return: the page is drawn without, and the browser fetches by itself. Default:
   * `console.error`, but for a failure that the proxy has reported to its own log.
   */
  onError?: (error: unknown) => void
}

/** The proxy reports each of its 5xx answers itself. */
const logUnlessReported = (error: unknown) => {
  // oxlint-disable-next-line no-console -- a server's log, until the host names another
  if (!isHttpError(error) || error.status < 500) console.error(error)
}

/** Stands in for the host of a path: the proxy is called in place, and looks at the path alone. */
const here = 'http://localhost'

/**
 * Those by which the proxy knows the reader. That they came by a link from another site says where the page was asked for
 * from: it is this server that asks for the inbox.
 */
const readersHeaders = (given: HeadersInit | undefined): Headers => {
  const headers = new Headers(given)
  headers.delete('sec-fetch-site')
  headers.delete('origin')
  return headers
}

/**
 * Asks for an inbox while a server draws the page that shows it (4.2), through the proxy and with its rules: only what this
 * reader's browser may see comes out.
 *
 * In Next.js with `cacheComponents`, await `connection()` or `headers()` of the request first, inside a `<Suspense>` boundary:
 * an inbox is never part of a prerender.
 *
 * @returns for the prop `initialState`; it is JSON. Undefined for nobody, and where the service can't be reached in time.
 * @throws what a framework ends a render with, such as the `HANGING_PROMISE_REJECTION` of Next.js. Everything else goes to
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
  // Of this page alone: nothing of one reader is kept for the next.
  const queryClient = new QueryClient()
  const client = createInboxClient({
    baseUrl: new URL(baseUrl, here).href,
    headers: () => readersHeaders(headers),
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
    await Promise.all([
      queryClient.fetchQuery(countOptions(store, { seen: false }, polling.interval)),
      ...(feed
        ? [
            queryClient.fetchInfiniteQuery(feedOptions(store, {}, pageSize)),
            // The number on the tab of what is unread.
            queryClient.fetchQuery(countOptions(store, { read: false }, polling.interval)),
          ]
        : []),
    ])
    return store.takeSnapshot()
  } catch (error) {
    // The framework ends the render of this page, as Next.js does when a prerender is complete. No request failed.
    const signal = findRenderSignal(error)
    if (signal) throw signal
    onError(error)
    return undefined
  } finally {
    queryClient.clear()
  }
}
