'use client'
import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import { isTidingsError } from '../../client/errors/TidingsError.ts'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import { forgetUnused, inboxStoreOf, retainStore } from '../../state/inboxStores.ts'
import { asName, isSameScope } from '../../state/model/inboxKeys.ts'
import { polling } from '../../state/model/pollInterval.ts'
import { isRefused } from '../../state/queryOptions.ts'
import { useBrowserLayoutEffect, useLatest } from '../utils/useLatest.ts'
import { checkProps, useProviderCheck } from './checkProps.ts'
import { useChosenQueryClient } from './chooseQueryClient.ts'
import { createHostStore, setHost } from './createHostStore.ts'
import type { InboxProviderProps } from './inboxProviderProps.ts'
import { usePersist } from './usePersist.ts'

const said = new Set<string>()

/**
 * Development: shows a developer an error that no `onError` is told of; each kind of it once for each loading of the page,
 * since most come back with the next poll.
 */
const logErrorOnce = (error: Error): void => {
  const kind = isTidingsError(error) ? `${error.code} ${error.operation}` : String(error)
  if (said.has(kind)) return
  said.add(kind)
  // oxlint-disable-next-line no-console -- for the developer, who has no other place to look
  console.error('tidings: an error occurred, and no `onError` prop handles it.', error)
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
  usePersist(store, scope.subscriberId ? props.persist : false)

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
