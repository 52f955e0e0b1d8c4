import { Mutation, Query, QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { SetupError } from '../client/errors/SetupError.ts'

/** The methods of a QueryClient that tidings calls, and those that TanStack's observers call for its hooks. */
export const clientMethods = [
  'cancelQueries', 'defaultMutationOptions', 'defaultQueryOptions', 'fetchInfiniteQuery', 'fetchQuery', 'getDefaultOptions',
  'getMutationCache', 'getQueriesData', 'getQueryCache', 'getQueryData', 'getQueryState', 'invalidateQueries', 'isFetching',
  'mount', 'refetchQueries', 'removeQueries', 'setQueryData', 'unmount',
] as const

/** The same for its query cache. */
export const cacheMethods = ['build', 'find', 'findAll', 'get', 'notify', 'subscribe'] as const

/** A QueryClient of a host, and what tidings found of it. */
interface Judgement {
  client: QueryClient
  /** Why another client is used in its place. */
  problem: SetupError | undefined
}

const missingMethod = (object: unknown, names: readonly string[]) =>
  names.find((name) => typeof (object as Record<string, unknown>)[name] !== 'function')

/** What an object of another copy lacks of our class. TanStack doesn't document what its observers call, so all members count. */
const missingMember = (object: object, ours: object) => Object.getOwnPropertyNames(ours).find((name) => !(name in object))

/**
 * Says what a QueryClient of another copy of TanStack Query lacks. The hooks run the observers of our copy on the host's queries:
 * the host's copy has to have what ours has. Version 5.90, for example, knows nothing of the infinite queries of 5.108.
 * @returns a name, or undefined where nothing is missing.
 */
const lackOfClient = (host: QueryClient): string | undefined => {
  const missing = missingMethod(host, clientMethods)
  if (missing !== undefined) return `queryClient.${missing}`
  // An empty client of the same copy: the host's own cache, and what watches it, stay as they are.
  const twin: QueryClient = new (host.constructor as typeof QueryClient)()
  const forGood = { gcTime: Infinity, cacheTime: Infinity }
  const cache = twin.getQueryCache()
  const missingOfCache = missingMethod(cache, cacheMethods)
  if (missingOfCache !== undefined) return `queryCache.${missingOfCache}`
  const query = cache.build(twin, { queryKey: ['tidings'], ...forGood })
  const missingOfQuery = missingMember(query, Query.prototype)
  if (missingOfQuery !== undefined) return `query.${missingOfQuery}`
  // Version 4 has it as "loading", which no hook of version 5 knows.
  if (query.state.status !== 'pending') return 'the status "pending"'
  const missingOfMutation = missingMember(twin.getMutationCache().build(twin, forGood), Mutation.prototype)
  return missingOfMutation && `mutation.${missingOfMutation}`
}

const describeLack = (host: QueryClient): string | undefined => {
  try {
    const lack = lackOfClient(host)
    return lack && `It has no ${lack}.`
  } catch (error) {
    return `Trying it failed: ${String(error)}`
  }
}

const judgements = new WeakMap<object, Judgement>()
/** In place of a host's value that is no object, such as a text. */
const noObject = {}

/** One judgement for each client, so that all inboxes of a page share the client that takes its place, and the error is reported once. */
const judge = (host: QueryClient): Judgement => {
  const key = typeof host === 'object' ? host : noObject
  const known = judgements.get(key)
  if (known) return known
  const why = host instanceof QueryClient ? undefined : describeLack(host)
  const problem =
    why === undefined
      ? undefined
      : new SetupError('TIDINGS_205', 'Inbox', {
          what: 'the host’s QueryClient is of another copy of TanStack Query, with which tidings can’t work. The inbox uses a cache of its own.',
          why,
          cure:
            process.env.NODE_ENV !== 'production'
              ? 'Look for two versions: npm ls @tanstack/react-query. An update or npm dedupe leaves one. Or leave `queryClient` out.'
              : undefined,
        })
  const judgement = { client: problem ? new QueryClient() : host, problem }
  judgements.set(key, judgement)
  return judgement
}

const reported = new WeakSet<SetupError>()

/** Which cache an inbox uses. */
export interface ChosenQueryClient {
  queryClient: QueryClient
  /** Reports, once on a page, that the host's client could not be used. */
  reportProblem: (report: (error: Error) => void) => void
}

/**
 * Chooses the cache of an inbox: the given client, else that of a QueryClientProvider around it, else one of its own. A client
 * that tidings can't work with is not used.
 */
export const useChosenQueryClient = (given: QueryClient | undefined): ChosenQueryClient => {
  const surrounding = useContext(QueryClientContext)
  const [own] = useState(() => new QueryClient())
  const host = given ?? surrounding
  const { client, problem } = host ? judge(host) : { client: own, problem: undefined }
  return {
    queryClient: client,
    reportProblem: (report) => {
      if (!problem || reported.has(problem)) return
      reported.add(problem)
      report(problem)
    },
  }
}
