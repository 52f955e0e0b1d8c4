import { type BehaviorRules, isWrapped } from '../contract/behavior.ts'
import { countFilters, countOf, type FeedCounts, wantsCounts } from '../contract/extensions/feedCounts.ts'
import { type ProxyOperationName, proxyOperations } from '../contract/extensions/proxyOperations.ts'
import { repeatedParameters } from '../contract/extensions/queryFields.ts'
import { feedLimit } from '../contract/inbox/constants.ts'
import { isObject } from '../contract/isObject.ts'
import { messageIdsOf } from '../contract/markRules.ts'
import type { MarkAllBody } from '../contract/marks.ts'
import type { Preferences, PreferencesQuery } from '../contract/preferences.ts'
import { changePreferences } from './changePreferences.ts'
import { check, checkQuery, ErrorResponse } from './ErrorResponse.ts'
import type { InMemoryFeed } from './inMemoryFeed.ts'
import type { InMemoryTriage } from './inMemoryTriage.ts'
import type { ReceivedRequest } from './receivedRequest.ts'

export interface ResponderOptions {
  feed: InMemoryFeed
  triage: InMemoryTriage
  /** Id of the subscriber. */
  owner: string
  preferences: Preferences
  /** Identifiers of the critical workflows. */
  criticalWorkflows: readonly string[]
  rules: BehaviorRules
  /** Whether a first page has the counts, for a browser that accepts them. */
  addsCounts: boolean
  /** The token of a first page, for the stream of hints. */
  liveToken: () => string | undefined
  now: () => number
}

/** The parts of a request that an operation reads. */
interface ResponderRequest {
  search: URLSearchParams
  body: unknown
  headers: Headers
  /** Id of the notification in the path. */
  id: string
}

/** The zone of the hours: that of the subscriber, else of the service. undefined: the service does not say it. */
const zoneOf = ({ timeZone, global }: Preferences) =>
  timeZone === null && global.schedule?.isEnabled ? 'UTC' : timeZone

/** Responds to a request. Never throws. */
export type Respond = (request: ReceivedRequest, url: URL) => Response

export const createResponder = (options: ResponderOptions): Respond => {
  const { feed, triage, owner, criticalWorkflows, rules, addsCounts, liveToken, now } = options
  let { preferences } = options

  const listPreferences = ({ criticality = 'nonCritical' }: PreferencesQuery): Preferences => ({
    ...preferences,
    workflows: preferences.workflows.filter(
      ({ workflow }) =>
        criticality === 'all' || criticalWorkflows.includes(workflow.identifier) === (criticality === 'critical'),
    ),
    timeZone: rules.addsFields ? zoneOf(preferences) : undefined,
  })

  /** Each checks the request, and returns the function that performs the operation. */
  const operations: Record<ProxyOperationName, (request: ResponderRequest) => () => unknown> = {
    getFeed: ({ search, headers }) => {
      const query = checkQuery(proxyOperations.getFeed.query, search)
      const readPage = feed.page(query)
      if (!wantsCounts(headers.get('accept'), query)) return readPage
      const count = (name: keyof FeedCounts) => countOf(feed.page({ ...countFilters[name], limit: feedLimit.max })())
      return () => {
        const page = readPage()
        const counts = addsCounts && page.hasMore ? { unseen: count('unseen'), unread: count('unread') } : undefined
        return { ...page, counts, liveToken: liveToken() }
      }
    },
    getPreferences: ({ search }) => {
      const query = checkQuery(proxyOperations.getPreferences.query, search)
      return () => listPreferences(query)
    },
    updatePreferences: ({ body }) => {
      const change = check(proxyOperations.updatePreferences.body, body)
      return () => {
        preferences = changePreferences(preferences, change, criticalWorkflows)
        return listPreferences({})
      }
    },
    markAs: ({ body }) => {
      const ids = isObject(body) ? messageIdsOf(body['messageId']) : undefined
      // Every other invalid body is 422.
      if (ids?.length === 0) throw new ErrorResponse(400, 'messageId is empty. Send at least one message id.')
      const { markAs, deliveries } = check(proxyOperations.markAs.body, body)
      return () => feed.markAs(ids ?? [], markAs, deliveries)
    },
    markAll: ({ body }) => {
      const mark: MarkAllBody = check(proxyOperations.markAll.body, body)
      return () => feed.markAll(mark)
    },
    listNotifications: ({ search }) =>
      triage.list(checkQuery(proxyOperations.listNotifications.query, search, repeatedParameters)),
    batchNotifications: ({ body }) => triage.batch(check(proxyOperations.batchNotifications.body, body)),
    archiveReadNotifications: ({ body }) =>
      triage.archiveRead(check(proxyOperations.archiveReadNotifications.body, body)),
    completePrimaryAction: ({ id }) => triage.setAction(id, 'primary', 'done'),
    completeSecondaryAction: ({ id }) => triage.setAction(id, 'secondary', 'done'),
    revertPrimaryAction: ({ id }) => triage.setAction(id, 'primary', 'pending'),
    revertSecondaryAction: ({ id }) => triage.setAction(id, 'secondary', 'pending'),
  }

  return ({ operation, subscriberId, id = '', body, headers }, { searchParams, pathname }) => {
    try {
      const run = operations[operation]({ search: searchParams, body, headers, id })
      const unknown = rules.badRequestWhenUnknown.includes(operation) ? 400 : 404
      if (subscriberId !== owner)
        throw new ErrorResponse(unknown, `Subscriber ${JSON.stringify(subscriberId)} does not exist.`)
      const result = run()
      const { status } = proxyOperations[operation]
      if (status === 204) return new Response(null, { status })
      return Response.json(isWrapped(operation, rules) ? { data: result } : result, { status })
    } catch (error) {
      if (error instanceof ErrorResponse) return error.toResponse(pathname, now())
      throw error
    }
  }
}
