import type { MarkAllBody, MarkAsBody } from '../contract/marks.ts'
import { type InboxOperationName, inboxOperations } from '../contract/inboxOperations.ts'
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
  /** Wraps every good answer but the feed's as `{"data": …}`. */
  hasEnvelope: boolean
  now: () => number
}

/** Answers a request that has arrived. Never throws. */
export type Respond = (request: ReceivedRequest, url: URL) => Response

/** One text may hold several ids, joined by commas. */
const idsOf = (messageId: MarkAsBody['messageId']) =>
  [messageId]
    .flat()
    .flatMap((text) => text.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '')

const isText = (value: unknown): value is MarkAsBody['messageId'] =>
  [value].flat().every((text) => typeof text === 'string')

/** No ids at all is answered with 400, where any other bad body is 422 (4.6). */
const refuseEmpty = (body: unknown) => {
  const messageId = typeof body === 'object' && body !== null && 'messageId' in body ? body.messageId : undefined
  if (messageId !== undefined && isText(messageId) && idsOf(messageId).length === 0)
    throw new Refusal(400, 'messageId is empty: name at least one message.')
}

/** Makes what stands behind the four operations of a test service. */
export const createResponder = (options: ResponderOptions): Respond => {
  const { feed, owner, preferences, criticalWorkflows, hasEnvelope, now } = options

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
      refuseEmpty(body)
      const { messageId, markAs } = check(inboxOperations.markAs.body, body)
      return () => feed.markAs(idsOf(messageId), markAs)
    },
    markAll: (_search, body) => {
      const mark: MarkAllBody = check(inboxOperations.markAll.body, body)
      return () => feed.markAll(mark)
    },
  }

  return ({ operation, subscriberId, body }, { searchParams, pathname }) => {
    try {
      const run = operations[operation](searchParams, body)
      if (subscriberId !== owner) throw new Refusal(404, `There is no subscriber ${JSON.stringify(subscriberId)}.`)
      const answer = run()
      const isWrapped = hasEnvelope && operation !== 'getFeed'
      return Response.json(isWrapped ? { data: answer } : answer, { status: inboxOperations[operation].status })
    } catch (error) {
      if (error instanceof Refusal) return error.toResponse(pathname, now())
      throw error
    }
  }
}
