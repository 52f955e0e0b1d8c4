import { Query, QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'

/** Which cache an inbox uses. */
export interface ChosenQueryClient {
  queryClient: QueryClient
  /** Why the host's client is not used. Undefined once it was reported. */
  problem: SetupError | undefined
}

const lack = (object: object, { prototype }: { prototype: object }) =>
  Object.getOwnPropertyNames(prototype).find((name) => !(name in object))

/**
 * Says why a QueryClient of another copy of TanStack Query does not fit. The hooks run the observers of our copy on the host's
 * queries, and TanStack documents nowhere what those call. So the host's copy must have every member of our classes. Version
 * 5.90, for example, knows nothing of the infinite queries of 5.108.
 */
const whyUnfit = (host: QueryClient): string | undefined => {
  try {
    // An empty client of the same copy: the host's own cache, and what watches it, stay as they are.
    const twin = new (host.constructor as typeof QueryClient)()
    // Version 4 calls it cacheTime. Either keeps the query from starting a timer.
    const options = { queryKey: [''], gcTime: Infinity, cacheTime: Infinity }
    const query = twin.getQueryCache().build(twin, options)
    const missing = lack(host, QueryClient) ?? lack(query, Query)
    return missing && `It has no \`${missing}\`.`
  } catch (error) {
    return String(error)
  }
}

/** One choice for each client, so that all inboxes of a page share the client that takes its place, and the error is reported once. */
const choices = new WeakMap<object, ChosenQueryClient>()
/** In place of a host's value that is no object, such as a string. */
const noObject = {}

const choose = (host: QueryClient): ChosenQueryClient => {
  const key = typeof host === 'object' ? host : noObject
  const known = choices.get(key)
  if (known) return known
  const why = host instanceof QueryClient ? undefined : whyUnfit(host)
  const problem =
    why === undefined
      ? undefined
      : new SetupError('TIDINGS_205', 'Inbox', {
          what: 'your QueryClient is of another copy of TanStack Query. The inbox uses a cache of its own.',
          why,
          cure:
            process.env.NODE_ENV !== 'production'
              ? 'Find both versions with npm ls @tanstack/react-query. An update or npm dedupe leaves one. Or omit `queryClient`.'
              : undefined,
        })
  const choice = { queryClient: problem ? new QueryClient() : host, problem }
  choices.set(key, choice)
  return choice
}

/**
 * Chooses the cache of an inbox: the given client, else that of a QueryClientProvider around it, else one of its own. A client
 * that does not fit is not used.
 */
export const useChosenQueryClient = (given: QueryClient | undefined): ChosenQueryClient => {
  const surrounding = useContext(QueryClientContext)
  const [own] = useState((): ChosenQueryClient => ({ queryClient: new QueryClient(), problem: undefined }))
  const host = given ?? surrounding
  return host ? choose(host) : own
}
