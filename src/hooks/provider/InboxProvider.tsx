'use client'
import { createContext, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import { isTidingsError } from '../../client/errors/TidingsError.ts'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import { forgetUnused, inboxStoreOf, retainStore } from '../../state/inboxStores.ts'
import { retainLive } from '../../state/live/refreshInbox.ts'
import { emptyLog, type IntentLogState } from '../../state/log/intentLog.ts'
import { asName, isSameScope } from '../../state/model/inboxKeys.ts'
import { joinStops, listen } from '../../state/model/listen.ts'
import { polling } from '../../state/model/pollInterval.ts'
import { isRefused, type PollIntervals } from '../../state/queryOptions.ts'
import { useBrowserLayoutEffect, useLatest } from '../utils/useLatest.ts'
import { whileShown } from '../utils/whileShown.ts'
import { checkProps, useProviderCheck } from './checkProps.ts'
import { useChosenQueryClient } from './chooseQueryClient.ts'
import { createHostStore, setHost } from './createHostStore.ts'
import type { InboxProviderProps } from './inboxProviderProps.ts'
import { usePersist } from './usePersist.ts'

const loggedKinds = new Set<string>()

/**
 * Development: logs an error that no `onError` handles. Each kind is logged once per browser page, because most errors
 * recur with the next poll.
 */
const logErrorOnce = (error: Error): void => {
  const kind = isTidingsError(error) ? `${error.code} ${error.operation}` : String(error)
  if (loggedKinds.has(kind)) return
  loggedKinds.add(kind)
  // oxlint-disable-next-line no-console -- the only place where a developer sees the error
  console.error('tidings: an error occurred, and no `onError` prop handles it.', error)
}

const isServerComplete = () => false

/** The inbox that a provider shares with the hooks inside it. */
export interface InboxContextValue {
  store: InboxStore
  pollIntervals: PollIntervals
  /** Whether there is a subscriber. If not, the hooks fetch nothing. */
  isSignedIn: boolean
  /** The prop of the same name. */
  triage: boolean | undefined
}

/** Null outside a provider. Only components that also work without one read it directly; all others call `useInbox`. */
export const InboxContext = createContext<InboxContextValue | null>(null)

/** The provider's `resolveHref`. Apart from the inbox, so that a new function renders only links. */
export const ResolveHrefContext = createContext<InboxProviderProps['resolveHref']>(undefined)

/**
 * Provides one subscriber's inbox to its children. Every hook and component of tidings must be inside a provider.
 * `<Inbox>` and `<InboxPage>` include one.
 *
 * Two providers of the same subscriber and `baseUrl` share one inbox below one QueryClientProvider of TanStack Query,
 * or with one `queryClient`.
 */
export const InboxProvider = (props: InboxProviderProps) => {
  const { subscriberId, baseUrl, client: ownClient, children } = props
  const chosen = useChosenQueryClient(props.queryClient)
  const { queryClient } = chosen
  const latest = useLatest(props)

  const endpoint = asName(ownClient?.baseUrl ?? baseUrl)
  const scope = useMemo(() => ({ endpoint, subscriberId: asName(subscriberId) }), [endpoint, subscriberId])
  const store = useMemo(
    () => {
      const shared = inboxStoreOf(queryClient, scope, () => createHostStore(queryClient, scope, props))
      // Each provider of a shared store may have one: a layout the count of its bell, a page the list.
      shared.restoreSnapshot(props.initialState)
      return shared
    },
    // oxlint-disable-next-line react/exhaustive-deps -- other props do not create another store
    [queryClient, scope],
  )

  if (process.env.NODE_ENV !== 'production') {
    checkProps(props)
    // oxlint-disable-next-line react/rules-of-hooks -- the condition is a constant in each build
    useProviderCheck(store, props)
  }

  // Apps write headers, fetch and callbacks inline. Each commit updates them, and the store stays the same.
  useBrowserLayoutEffect(() => setHost(store, props))
  // Runs before the effects of the children start the first fetch.
  useBrowserLayoutEffect(() => {
    const stop = joinStops(
      store.joinTabs(),
      store.onError((error) => {
        const { onError } = latest.current
        // Not in tests: a test that makes requests fail asserts the error itself.
        if (process.env.NODE_ENV === 'development' && !onError) logErrorOnce(error)
        onError?.(error)
      }),
    )
    if (chosen.problem) store.report(chosen.problem)
    chosen.problem = undefined
    return stop
  }, [store, latest, chosen])
  // Restores the stored inbox in a layout effect, and so before the first paint.
  usePersist(store, scope.subscriberId ? props.persist : false)

  useEffect(() => {
    // Connects it to focus and network events.
    queryClient.mount()
    const suspend = () => document.visibilityState === 'hidden' && store.suspend()
    return joinStops(
      () => queryClient.unmount(),
      listen(window, 'pagehide', store.flush),
      listen(document, 'visibilitychange', suspend),
      retainLive(store.live),
    )
  }, [queryClient, store])

  // A new hash replaces one that was refused: refetch the queries that have stopped.
  const hash = typeof props.subscriberHash === 'string' ? props.subscriberHash : undefined
  const previousHash = useRef(hash)
  useEffect(() => {
    if (previousHash.current === hash) return
    previousHash.current = hash
    void queryClient.refetchQueries({
      queryKey: store.keys.all,
      type: 'active',
      predicate: ({ state }) => isRefused(state.error),
    })
  }, [queryClient, store, hash])

  const isSignedIn = scope.subscriberId !== ''
  const isLive = isSignedIn && props.live !== false
  // A new hash may be accepted where the previous one was refused, so the stream is opened again.
  useEffect(() => (isLive ? whileShown(store.live.start) : undefined), [store, isLive, hash])

  const previous = useRef({ queryClient, scope })
  useEffect(() => {
    const left = previous.current
    previous.current = { queryClient, scope }
    // In a microtask, after the effects of all providers of this browser page have retained their stores.
    queueMicrotask(() => {
      if (left.scope !== scope) forgetUnused(left.queryClient, (other) => isSameScope(other, left.scope))
      // With a `key`, another provider showed the previous subscriber, so its scope is not in `left`. While no
      // subscriber is known, nothing more is removed: the next one may be the same.
      if (!scope.subscriberId) return
      forgetUnused(queryClient, (other) => other.endpoint === scope.endpoint && !isSameScope(other, scope))
    })
    return retainStore(queryClient, scope, store)
  }, [queryClient, scope, store])

  const { shortestPoll } = store.environment
  const interval = props.pollInterval ?? polling.interval
  if (process.env.NODE_ENV !== 'production' && interval > 0 && interval < shortestPoll)
    warnOnce(
      'TIDINGS_220',
      `pollInterval={${interval}} is too short, so ${shortestPoll} is used. The unit is milliseconds: multiply ` +
        'seconds by 1,000.',
    )
  const isComplete = useSyncExternalStore(
    store.live.subscribe,
    () => store.live.getState().isComplete,
    isServerComplete,
  )
  const failing = interval > 0 ? Math.max(interval, shortestPoll) : Infinity
  const responding = isComplete ? Math.max(failing, polling.whileLive) : failing
  const pollIntervals = useMemo(() => ({ responding, failing }), [responding, failing])
  const { triage } = props
  const value = useMemo(
    () => ({ store, pollIntervals, isSignedIn, triage }),
    [store, pollIntervals, isSignedIn, triage],
  )
  return (
    <InboxContext.Provider value={value}>
      <ResolveHrefContext.Provider value={props.resolveHref}>{children}</ResolveHrefContext.Provider>
    </InboxContext.Provider>
  )
}

/**
 * Returns the inbox of the closest provider around a hook or component.
 *
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

/**
 * The component renders when the value changes. All lists and counts of one render read the same log.
 *
 * @param select must return the same value when it gets the same log again.
 */
export const useIntentLog = <Value,>(select: (log: IntentLogState) => Value): Value => {
  const { log } = useInbox().store
  return useSyncExternalStore(
    log.subscribe,
    () => select(log.getState()),
    () => select(emptyLog),
  )
}
