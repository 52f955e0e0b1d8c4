import type { QueryClient } from '@tanstack/react-query'
import { checkBaseUrl } from '../../client/baseUrl.ts'
import { createInboxClient } from '../../client/createInboxClient.ts'
import type { InboxClient } from '../../client/inboxClient.ts'
import { createInboxStore, defaultEnvironment, type InboxStore } from '../../state/inboxStore.ts'
import { createInspector, type Inspector, setInspector } from '../../state/inspector.ts'
import type { InboxScope } from '../../state/model/inboxKeys.ts'
import type { InboxProviderProps } from './inboxProviderProps.ts'

type Host = { current: InboxProviderProps }

/**
 * How each store reaches its service: by the props of its provider that was rendered last. A store outlives its provider, and
 * with other props the next one goes on with it; what a previous subscriber's inbox still has to send goes by that
 * subscriber's own.
 */
const hosts = new WeakMap<InboxStore, Host>()

/** Says what a store's provider was rendered with. */
export const setHost = (store: InboxStore, props: InboxProviderProps): void => {
  const host = hosts.get(store)
  if (host) host.current = props
}

/** A client that asks through what its host gives at each call. If props can't work, each call rejects with the reason. */
const hostClient = (host: Host, { endpoint }: InboxScope, inspector: Inspector | undefined): InboxClient => {
  let own: Promise<InboxClient> | undefined
  // Not while rendering, which would take the host's page along. Its rejection is always the same error, reported once.
  const create = async () => {
    const { baseUrl, timeout, retry } = host.current
    // The error names the prop, not the client that is made of it.
    if (process.env.NODE_ENV !== 'production') checkBaseUrl('Inbox', baseUrl)
    return createInboxClient({
      baseUrl,
      headers: async () => {
        const { headers } = host.current
        return (typeof headers === 'function' ? await headers() : headers) ?? {}
      },
      get subscriberHash() {
        return host.current.subscriberHash
      },
      fetch: (url, init) => {
        const send = host.current.fetch ?? globalThis.fetch
        return inspector ? inspector.fetch(send, url, init) : send(url, init)
      },
      ...(timeout !== undefined && { timeout }),
      ...(retry !== undefined && { retry }),
    })
  }
  const client = async () => host.current.client ?? (own ??= create())
  return {
    baseUrl: endpoint,
    getFeed: async (...call) => (await client()).getFeed(...call),
    getPreferences: async (...call) => (await client()).getPreferences(...call),
    markAs: async (...call) => (await client()).markAs(...call),
    markAll: async (...call) => (await client()).markAll(...call),
  }
}

/** Makes the store of a scope, which reaches its service as its provider's props say. */
export const createHostStore = (queryClient: QueryClient, scope: InboxScope, props: InboxProviderProps): InboxStore => {
  const host = { current: props }
  const world = { ...defaultEnvironment, ...props.environment }
  // What devtools look at. From the first request on: they are loaded later than that.
  const inspector = process.env.NODE_ENV !== 'production' ? createInspector(world.now) : undefined
  const store = createInboxStore({
    client: hostClient(host, scope, inspector),
    queryClient,
    scope,
    environment: inspector ? inspector.environment(world) : world,
  })
  hosts.set(store, host)
  if (inspector) setInspector(store, inspector)
  if (props.initialState) store.restoreSnapshot(props.initialState)
  return store
}
