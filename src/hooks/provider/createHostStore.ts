import type { QueryClient } from '@tanstack/react-query'
import { checkBaseUrl } from '../../client/baseUrl.ts'
import { createInboxClient } from '../../client/createInboxClient.ts'
import type { InboxCalls, InboxClient } from '../../client/inboxClient.ts'
import { guardedOperations } from '../../contract/inbox/guardedOperations.ts'
import { createInboxStore, defaultEnvironment, type InboxStore } from '../../state/inboxStore.ts'
import { createInspector, type Inspector, setInspector } from '../../state/inspector.ts'
import type { InboxScope } from '../../state/model/inboxKeys.ts'
import { createTicker } from '../../state/model/ticker.ts'
import type { InboxProviderProps } from './inboxProviderProps.ts'

/** The latest props of a store's provider. */
type Host = { current: InboxProviderProps }

/**
 * The props with which each store reaches its service. A store outlives its provider, and the next provider of the same
 * inbox replaces the props. After a change of subscriber, the previous store sends its last marks with its own props.
 */
const hosts = new WeakMap<InboxStore, Host>()

export const setHost = (store: InboxStore, props: InboxProviderProps): void => {
  const host = hosts.get(store)
  if (host) host.current = props
}

/**
 * A client that reads the latest props at each call. If they are invalid, each call rejects with the reason.
 * @param onDate receives the `Date` of responses, in milliseconds since 1970.
 */
const createHostClient = (
  host: Host,
  { endpoint }: InboxScope,
  inspector: Inspector | undefined,
  onDate: (date: number) => void,
): InboxClient => {
  let own: Promise<InboxClient> | undefined
  // Not during render, where an error would unmount the app. The rejected promise is reused, so the error is reported
  // once.
  const create = async () => {
    const { baseUrl, timeout, retry } = host.current
    // Checked here first, so that the error names the prop and not `createInboxClient`.
    if (process.env.NODE_ENV !== 'production') checkBaseUrl('Inbox', baseUrl)
    return createInboxClient({
      baseUrl,
      headers: async (refused) => {
        const { headers } = host.current
        return (typeof headers === 'function' ? await headers(refused) : headers) ?? {}
      },
      get subscriberHash() {
        return host.current.subscriberHash
      },
      fetch: async (url, init) => {
        const send = host.current.fetch ?? globalThis.fetch
        // The condition keeps it out of production builds.
        const response = await (process.env.NODE_ENV !== 'production' && inspector
          ? inspector.fetch(send, url, init)
          : send(url, init))
        // A service worker may respond to a GET from its cache. An origin may hide the header from others.
        const date = init?.method !== 'GET' && Date.parse(response.headers.get('date') ?? '')
        if (date) onDate(date)
        return response
      },
      timeout,
      retry,
    })
  }
  const client = async () => host.current.client ?? (own ??= create())
  const callOf = (name: string) => [
    name,
    async (...call: never) => ((await client())[name as keyof InboxCalls] as (...call: never) => unknown)(...call),
  ]
  return {
    baseUrl: endpoint,
    ...(Object.fromEntries([...Object.keys(guardedOperations), 'send'].map(callOf)) as InboxCalls &
      Pick<InboxClient, 'send'>),
    // A client without it ends each stream at once, without a request.
    streamHints: async (...call) => (await client()).streamHints?.(...call),
  }
}

export const createHostStore = (queryClient: QueryClient, scope: InboxScope, props: InboxProviderProps): InboxStore => {
  const host = { current: props }
  const environment = { ...defaultEnvironment, ...props.environment }
  // For the devtools. It records from the first request on, because the devtools load later.
  const inspector = process.env.NODE_ENV !== 'production' ? createInspector(createTicker(environment)) : undefined
  let lead = 0
  const client = createHostClient(host, scope, inspector, (date) => (lead = date - environment.now()))
  const store = createInboxStore({
    client: inspector ? inspector.client(client) : client,
    queryClient,
    scope,
    environment: inspector ? inspector.environment(environment) : environment,
    serviceNow: () => environment.now() + lead,
  })
  hosts.set(store, host)
  if (inspector) setInspector(store, inspector)
  return store
}
