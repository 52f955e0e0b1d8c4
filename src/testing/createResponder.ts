import type { BehaviorRules } from '../contract/behavior.ts'
import { type InboxOperationName, inboxOperations } from '../contract/inboxOperations.ts'
import { isObject } from '../contract/isObject.ts'
import { messageIdsOf } from '../contract/markRules.ts'
import type { MarkAllBody } from '../contract/marks.ts'
import type { Preferences, PreferencesQuery } from '../contract/preferences.ts'
import type { InMemoryFeed } from './inMemoryFeed.ts'
import type { ReceivedRequest } from './receivedRequest.ts'
import { check, checkQuery, Refusal } from './Refusal.ts'

export interface ResponderOptions {
  feed: InMemoryFeed
  /** Whose inbox it is. */
  owner: string
  preferences: Preferences
  /** Identifiers of those workflows that are critical. */
  criticalWorkflows: readonly string[]
  rules: BehaviorRules
  now: () => number
}

/** Answers a request that has arrived. Never throws. */
export type Respond = (request: ReceivedRequest, url: URL) => Response

/** Makes what stands behind the four operations of a test service. */
export const createResponder = (options: ResponderOptions): Respond => {
  const { feed, owner, preferences, criticalWorkflows, rules, now } = options

  const listed = ({ criticality = 'nonCritical' }: PreferencesQuery): Preferences => ({
    ...preferences,
    workflows: preferences.workflows.filter(
      ({ workflow }) =>
        criticality === 'all' || criticalWorkflows.includes(workflow.identifier) === (criticality === 'critical'),
    ),
  })

  /** Each checks what was sent, and returns what does it. */
  const operations: Record<InboxOperationName, (search: URLSearchParams, body: unknown) => () => unknown> = {
    getFeed: (search) => {
      const query = checkQuery(inboxOperations.getFeed.query, search)
      return feed.page(query)
    },
    getPreferences: (search) => {
      const query = checkQuery(inboxOperations.getPreferences.query, search)
      return () => listed(query)
    },
    markAs: (_search, body) => {
      const ids = isObject(body) ? messageIdsOf(body['messageId']) : undefined
      // Where any other bad body is 422 (service-facts: Mark-as).
      if (ids?.length === 0) throw new Refusal(400, 'messageId is empty. Send at least one message id.')
      const { markAs } = check(inboxOperations.markAs.body, body)
      return () => feed.markAs(ids ?? [], markAs)
    },
    markAll: (_search, body) => {
      const mark: MarkAllBody = check(inboxOperations.markAll.body, body)
      return () => feed.markAll(mark)
    },
  }

  return ({ operation, subscriberId, body }, { searchParams, pathname }) => {
    try {
      const run = operations[operation](searchParams, body)
      const unknown = rules.badRequestWhenUnknown.includes(operation) ? 400 : 404
      if (subscriberId !== owner)
        throw new Refusal(unknown, `Subscriber ${JSON.stringify(subscriberId)} does not exist.`)
      const answer = run()
      const isWrapped = rules.hasEnvelope && operation !== 'getFeed'
      return Response.json(isWrapped ? { data: answer } : answer, { status: inboxOperations[operation].status })
    } catch (error) {
      if (error instanceof Refusal) return error.toResponse(pathname, now())
      throw error
    }
  }
}
