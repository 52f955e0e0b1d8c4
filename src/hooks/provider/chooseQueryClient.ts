import { Query, QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'

/** The QueryClient of an inbox. */
export interface ChosenQueryClient {
  /** The client that the inbox uses. */
  queryClient: QueryClient
  /** Why the inbox does not use the app's client. Undefined if it does, or once the error was reported. */
  problem?: SetupError | undefined
}

const findMissing = (object: object, { prototype }: { prototype: object }) =>
  Object.getOwnPropertyNames(prototype).find((name) => !(name in object))

/**
 * Explains why a QueryClient from another copy of TanStack Query does not fit. The hooks run observers from our copy on
 * the app's queries, and TanStack does not document which members these call. So the app's copy must have every member
 * of our classes. Version 5.90, for example, lacks what the infinite queries of 5.108 call.
 *
 * @returns undefined if the client fits.
 */
const whyUnfit = (host: QueryClient): string | undefined => {
  try {
    // An empty client of the same copy, because a query in the app's own cache would notify every observer of that
    // cache.
    const probe = new (host.constructor as typeof QueryClient)()
    // `Infinity` prevents a timer. Version 4 calls the option cacheTime.
    const options = { queryKey: [''], gcTime: Infinity, cacheTime: Infinity }
    const query = probe.getQueryCache().build(probe, options)
    const missing = findMissing(host, QueryClient) ?? findMissing(query, Query)
    return missing && `It has no \`${missing}\`.`
  } catch (error) {
    return String(error)
  }
}

/**
 * The choice for each client of an app. If a client does not fit, all inboxes of the browser page share its
 * replacement, and the error is reported once.
 */
const choices = new WeakMap<object, ChosenQueryClient>()
/** The key of a value that is not an object, such as a string. */
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
          what: 'your QueryClient is from another copy of TanStack Query.',
          why,
          cure:
            process.env.NODE_ENV !== 'production'
              ? 'The inbox uses its own cache. Find both versions with npm ls @tanstack/react-query: an update or npm dedupe leaves one. Or omit `queryClient`.'
              : undefined,
        })
  const choice = { queryClient: problem ? new QueryClient() : host, problem }
  choices.set(key, choice)
  return choice
}

/**
 * Chooses the QueryClient of an inbox: the given one, or that of a QueryClientProvider around it, or a new one. A
 * client that does not fit is replaced by a new one.
 */
export const useChosenQueryClient = (given: QueryClient | undefined): ChosenQueryClient => {
  const surrounding = useContext(QueryClientContext)
  const [own] = useState((): ChosenQueryClient => ({ queryClient: new QueryClient() }))
  const host = given ?? surrounding
  return host ? choose(host) : own
}
