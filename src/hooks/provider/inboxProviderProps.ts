import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { InboxClientOptions } from '../../client/createInboxClient.ts'
import type { InboxClient } from '../../client/inboxClient.ts'
import type { InboxEnvironment } from '../../state/inboxStore.ts'
import type { InboxSnapshot } from '../../state/persistence/inboxSnapshot.ts'
import type { InboxPersister } from '../../state/persistence/persistence.ts'

/** Props of `<InboxProvider>`. Only `subscriberId` and `baseUrl` are required. */
export interface InboxProviderProps extends Pick<
  InboxClientOptions,
  'headers' | 'subscriberHash' | 'fetch' | 'timeout' | 'retry'
> {
  /**
   * The id of the subscriber whose inbox this is. With null or undefined, no one is signed in: nothing is fetched or
   * shown. When it changes, nothing of the previous subscriber remains visible, cached, polled or queued.
   */
  subscriberId: string | null | undefined
  /**
   * The path or address where your server serves `tidings/proxy`: `/api/inbox` or `https://example.com/api/inbox`. With
   * an invalid value, such as undefined, nothing is fetched: the bell shows no count, and `onError` gets the reason
   * once.
   */
  baseUrl: string
  /**
   * Your own client. It replaces the one that is created from `baseUrl`, `headers`, `subscriberHash`, `fetch`,
   * `timeout` and `retry`; of these, `timeout` and `retry` are read only once, at the first request. Another client
   * with the same `baseUrl` continues the same inbox. Default: the created one.
   */
  client?: InboxClient
  /**
   * A QueryClient of TanStack Query, whose cache the inbox then uses, without its default options. If you persist or
   * broadcast this client, the notifications are in it. A client from another copy or version of TanStack Query is used
   * if tidings can work with it. If not, `onError` gets TIDINGS_205, and the inbox uses its own cache. Default: a cache
   * of its own, which all inboxes below one QueryClientProvider share. Your app's QueryClient contains nothing of it.
   */
  queryClient?: QueryClient
  /**
   * Milliseconds between two polls in a visible, online document. At least 1,000; 0 or `Infinity` disables polling.
   * While a live stream hints every change, it is at least 300,000. Default 30,000.
   */
  pollInterval?: number
  /**
   * Opens a stream of hints at the proxy, so that a notification shows within a second. If the proxy has no stream, or
   * the stream breaks, the inbox polls. See docs/live.md. Default true.
   */
  live?: boolean | undefined
  /**
   * Whether notifications can be archived, snoozed and deleted, and used buttons stored. Default: as the service
   * offers it, through `tidings/proxy`. Pass true if another server is in between that has the operations of
   * docs/interface.md, 4.10 to 4.12, and false to have none of this.
   */
  triage?: boolean | undefined
  /**
   * Persists the inbox between visits: `persistInbox()` of `tidings/persist` uses localStorage, `persistInbox(storage)`
   * your storage. The next visit starts with the newest page of this one, before the network responds, and sends the
   * marks and changes of preferences that have not reached the service, such as those made offline. The stored inbox is
   * removed for another subscriber or none, by `clearInbox()`, and when `persist` changes to `false`. Default false.
   */
  persist?: InboxPersister | false
  /**
   * The result of `prefetchInbox` of `tidings/server` for this subscriber. The first render shows it, on the server and
   * in the browser, and it is not fetched again. It is read only once, at that render, and adds what is not loaded yet:
   * a bell and a page that share an inbox may each have one. Default: none.
   */
  initialState?: InboxSnapshot | undefined
  /**
   * Returns the `href` of a path that came with a notification: `(path) => '/portal' + path` for an app below
   * `/portal`. Rows, buttons, toasts, desktop notifications and links in texts have it; `navigate` gets the path as it
   * came, because routers add their base path. It gets only paths such as `/orders/77`. A result that is unsafe or no
   * text becomes no link, and `onError` gets the reason once. Define it outside of your components. Default: paths
   * are links as they are.
   */
  resolveHref?: ((path: string) => string) | undefined
  /**
   * Called with every failure: a `TidingsError`, which has a `code` and which `isTidingsError` of `tidings/client`
   * detects, or an error that one of your functions or renderers threw. After a 401 or 403, polling stops until the
   * user fetches again, for example with "Try again". Without it, a development build logs each kind of error once per
   * browser page.
   */
  onError?: (error: Error) => void
  /** Replaces the clock, randomness, ids and browser features, for tests. Default: those of the browser. */
  environment?: Partial<InboxEnvironment>
  /** The components that use this inbox. */
  children?: ReactNode
}
