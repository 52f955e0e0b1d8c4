import { Query, QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'

export interface ChosenQueryClient {
  queryClient: QueryClient
  /** Why the inbox does not use the given client. Undefined if it does, or once the error was reported. */
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
 * A client with the cache of a given one. The given client's default options, such as `select`, are for queries of the
 * app. All inboxes of the browser page with one unfit client share its replacement, and the error is reported once.
 */
const clientFor = memoizeByOwner((given: QueryClient): ChosenQueryClient => {
  const why = given instanceof QueryClient ? undefined : whyUnfit(given)
  if (why === undefined)
    return {
      queryClient: new QueryClient({ queryCache: given.getQueryCache(), mutationCache: given.getMutationCache() }),
    }
  const problem = new SetupError('TIDINGS_205', 'Inbox', {
    what: 'your QueryClient is from another copy of TanStack Query.',
    why,
    cure:
      process.env.NODE_ENV !== 'production'
        ? 'The inbox uses its own cache. Find both versions with npm ls @tanstack/react-query: an update or ' +
          'npm dedupe leaves one. Or omit `queryClient`.'
        : undefined,
  })
  return { queryClient: new QueryClient(), problem }
})
/** Replaces a given client that is not an object, such as a string. */
const noObject = {} as QueryClient

/**
 * An app may persist its QueryClient, broadcast it or serialize it into a page, with all queries in it. Notifications
 * are private, so the inbox has a client of its own: one for each client of an app, which all inboxes below it share.
 */
const ownClientOf = memoizeByOwner((_owner: object): ChosenQueryClient => ({ queryClient: new QueryClient() }))

/** Chooses the QueryClient of an inbox: one with the cache of a given client, or else one of its own. */
export const useChosenQueryClient = (given: QueryClient | undefined): ChosenQueryClient => {
  // Without a client of the app, nothing is shared: a server renders pages of several people at the same time.
  const [self] = useState<object>({})
  const owner = useContext(QueryClientContext) ?? self
  return given ? clientFor(typeof given === 'object' ? given : noObject) : ownClientOf(owner)
}
