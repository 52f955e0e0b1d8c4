import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { InboxClientOptions } from '../../client/createInboxClient.ts'
import type { InboxClient } from '../../client/inboxClient.ts'
import type { InboxEnvironment } from '../../state/inboxStore.ts'
import type { InboxSnapshot } from '../../state/persistence/inboxSnapshot.ts'
import type { InboxStorage } from '../../state/persistence/inboxStorage.ts'

/** Whose inbox it is, and how to reach it. */
export interface InboxProviderProps extends Pick<
  InboxClientOptions,
  'headers' | 'subscriberHash' | 'fetch' | 'timeout' | 'retry'
> {
  /**
   * Whose inbox it is. With null or undefined (nobody is signed in) nothing is asked and nothing shown. When it
   * changes, nothing of the previous subscriber stays visible, cached, polled or queued.
   */
  subscriberId: string | null | undefined
  /**
   * Where your server serves `tidings/proxy`: a path such as "/api/inbox", or an address. With anything else, such as undefined,
   * nothing is fetched: the bell shows no count, and `onError` is called once with the reason.
   */
  baseUrl: string
  /**
   * A client of your own in place of the one made from `baseUrl`, `headers`, `subscriberHash`, `fetch`, `timeout` and `retry`
   * (those two are looked at when the inbox is first shown). Another one of the same `baseUrl` goes on with the same inbox.
   */
  client?: InboxClient
  /**
   * TanStack Query's cache to use. Default: the one of a surrounding QueryClientProvider, else one of its own. A client of another
   * copy or version of TanStack Query is used if tidings can work with it; else `onError` gets TIDINGS_205, and the inbox uses a
   * cache of its own.
   */
  queryClient?: QueryClient
  /** Milliseconds between two polls in a visible, online document, from 1,000 on; 0 or `Infinity` for none. Default 30,000. */
  pollInterval?: number
  /**
   * Keeps the inbox between visits: the next one begins with the newest page of this one, before the network answers, and
   * marks that have not arrived yet (made offline, say) are sent then. `true`: in localStorage. Or a storage of your own,
   * IndexedDB behind functions of that form for one. Another subscriber, or none, removes it; so do `clearInbox()`, and
   * `false` in place of what was given before. Default false.
   */
  persist?: boolean | InboxStorage
  /**
   * What `prefetchInbox` of `tidings/server` answered for this subscriber: the first picture, on the server as in the browser,
   * holds it, and nothing of it is asked for again. Looked at when the inbox is first shown.
   */
  initialState?: InboxSnapshot | undefined
  /**
   * Told of everything that goes wrong: a `TidingsError`, which `isTidingsError` of `tidings/client` tells apart and which has a
   * `code`, or what a function or renderer of yours threw. After a 401 or 403 polling stops until something is asked for by
   * hand, such as "Try again". Without it, a development build shows each kind of error once in the console.
   */
  onError?: (error: Error) => void
  /** Clock, randomness and identifiers, for tests. */
  environment?: Partial<InboxEnvironment>
  children?: ReactNode
}
