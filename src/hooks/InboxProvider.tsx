'use client'

import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import type { InboxClient, InboxClientOptions } from '../client/createInboxClient.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { warnOnce } from '../client/errors/warnOnce.ts'
import { isRefused } from '../state/feedOptions.ts'
import { asName, isSameScope } from '../state/inboxKeys.ts'
import type { InboxSnapshot } from '../state/inboxSnapshot.ts'
import type { InboxStorage } from '../state/inboxStorage.ts'
import type { InboxEnvironment, InboxStore } from '../state/inboxStore.ts'
import { forgetUnused, inboxStoreOf, retainStore } from '../state/inboxStores.ts'
import { polling } from '../state/pollInterval.ts'
import { checkProps } from './checkProps.ts'
import { useChosenQueryClient } from './chooseQueryClient.ts'
import { createHostStore, setHost } from './createHostStore.ts'
import { logErrorOnce } from './logErrorOnce.ts'
import { useKept } from './useKept.ts'
import { useBrowserLayoutEffect, useLatest } from './useLatest.ts'
import { useProviderCheck } from './useProviderCheck.ts'

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

/** What the hooks find in the context. */
export interface InboxContextValue {
  store: InboxStore
  /** Milliseconds between two polls. */
  pollInterval: number
  /** Whether there is a subscriber to ask for. */
  isSignedIn: boolean
}

/** For parts that also work without a provider. */
export const InboxContext = createContext<InboxContextValue | null>(null)

/**
 * Gives its children one subscriber's inbox: every hook and component of tidings stands below one of these.
 * `<Inbox>` brings its own.
 */
export const InboxProvider = (props: InboxProviderProps) => {
  const { subscriberId, baseUrl, client: ownClient, children } = props
  const chosen = useChosenQueryClient(props.queryClient)
  const { queryClient } = chosen
  if (process.env.NODE_ENV !== 'production') checkProps(props)
  // oxlint-disable-next-line react/rules-of-hooks -- a build has one of the two for good
  if (process.env.NODE_ENV !== 'production') useProviderCheck()

  const latest = useLatest(props)

  const endpoint = asName(ownClient?.baseUrl ?? baseUrl)
  const scope = useMemo(() => ({ endpoint, subscriberId: asName(subscriberId) }), [endpoint, subscriberId])
  const store = useMemo(
    () => inboxStoreOf(queryClient, scope, () => createHostStore(queryClient, scope, props)),
    // oxlint-disable-next-line react/exhaustive-deps -- new props alone make no new inbox
    [queryClient, scope],
  )

  useEffect(() => {
    // Without a QueryClientProvider nobody else tells the cache of focus and of the network.
    queryClient.mount()
    return () => queryClient.unmount()
  }, [queryClient])

  // Headers, fetch and callbacks are often written inline: a new function each render must not mean a new inbox.
  useBrowserLayoutEffect(() => setHost(store, props))
  useBrowserLayoutEffect(
    () =>
      store.onError((error) => {
        const { onError } = latest.current
        // A test that lets requests fail has its own way to see it.
        if (process.env.NODE_ENV === 'development' && !onError) logErrorOnce(error)
        onError?.(error)
      }),
    [store, latest],
  )
  useBrowserLayoutEffect(() => {
    if (chosen.problem) store.report(chosen.problem)
    chosen.problem = undefined
  }, [chosen, store])
  // Before the first question is asked, which happens in the effects of what is below.
  useBrowserLayoutEffect(() => store.joinTabs(), [store])
  // And before the first picture.
  useKept(store, scope.subscriberId ? props.persist : false)

  useEffect(() => {
    const flush = () => store.flush()
    const suspend = () => document.visibilityState === 'hidden' && store.suspend()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', suspend)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', suspend)
    }
  }, [store])

  // Another hash in place of one that was refused: what was given up is asked for again.
  const hash = typeof props.subscriberHash === 'string' ? props.subscriberHash : undefined
  const knownBy = useRef(hash)
  useEffect(() => {
    if (knownBy.current === hash) return
    knownBy.current = hash
    void queryClient.refetchQueries({
      queryKey: store.keys.all,
      type: 'active',
      predicate: ({ state }) => isRefused(state.error),
    })
  }, [queryClient, store, hash])

  const previous = useRef({ queryClient, scope })
  useEffect(() => {
    const left = previous.current
    previous.current = { queryClient, scope }
    // Once the other inboxes of this page have said that they are used.
    queueMicrotask(() => {
      if (left.scope !== scope) forgetUnused(left.queryClient, (other) => isSameScope(other, left.scope))
      // With a `key` it was another provider that showed the previous subscriber. Nobody at all may still become somebody.
      if (!scope.subscriberId) return
      forgetUnused(queryClient, (other) => other.endpoint === scope.endpoint && !isSameScope(other, scope))
    })
    return retainStore(queryClient, scope, store)
  }, [queryClient, scope, store])

  const { shortestPoll } = store.environment
  const wanted = props.pollInterval ?? polling.interval
  if (process.env.NODE_ENV !== 'production' && wanted > 0 && wanted < shortestPoll)
    warnOnce(
      'TIDINGS_220',
      `pollInterval={${wanted}} is too short, so ${shortestPoll} is used. The unit is milliseconds: multiply seconds by 1,000.`,
    )
  const pollInterval = wanted > 0 ? Math.max(wanted, shortestPoll) : Infinity
  const value = useMemo(
    () => ({ store, pollInterval, isSignedIn: scope.subscriberId !== '' }),
    [store, pollInterval, scope],
  )
  return <InboxContext.Provider value={value}>{children}</InboxContext.Provider>
}

/**
 * Finds the inbox that a hook or component stands in.
 * @throws SetupError outside an InboxProvider.
 */
export const useInbox = (): InboxContextValue => {
  const value = useContext(InboxContext)
  if (value === null)
    throw new SetupError('TIDINGS_201', 'useInbox', {
      what: 'this hook or component is not inside an <InboxProvider>.',
      cure:
        process.env.NODE_ENV !== 'production'
          ? 'Wrap it in <InboxProvider subscriberId="…" baseUrl="/api/inbox">, or use <Inbox>, which includes one. ' +
            'If it already has a provider, two copies of tidings are loaded: run npm ls tidings.'
          : undefined,
    })
  return value
}
