import type { InboxNotification } from '../contract/inboxNotification.ts'
import { type InboxOperationName, inboxOperations } from '../contract/inboxOperations.ts'
import type { MarkVerb } from '../contract/marks.ts'
import { idempotencyHeader, operationPath } from '../contract/operation.ts'
import type { Preferences } from '../contract/preferences.ts'
import { createFaultPlan, type Faults } from './faults.ts'
import { createInMemoryFeed } from './inMemoryFeed.ts'
import { makePreferences } from './makePreferences.ts'
import { check, Refusal } from './Refusal.ts'

/** A request that the test service received. */
export interface ReceivedRequest {
  operation: InboxOperationName
  query: Record<string, string>
  body: unknown
  idempotencyKey: string | null
  keepalive: boolean
}

export interface TestServiceOptions {
  /** Whose inbox it is. Default "ada". Every other subscriber is unknown. */
  subscriberId?: string
  /** What is in the feed, in any order. Default: nothing. */
  notifications?: readonly InboxNotification[]
  preferences?: Preferences
  /** Number of the first page: services differ. Default 0. */
  firstPage?: 0 | 1
  /** Answers as production does where it differs: a `totalCount` clamped to the page, marks in an envelope. */
  likeProduction?: boolean
}

/** One subscriber's part of the service, in memory, with faults on demand. */
export interface TestService extends Faults {
  /** Give it to `<InboxProvider fetch>` or to a client. */
  readonly fetch: typeof globalThis.fetch
  /** All requests, in the order in which they came. */
  readonly requests: readonly ReceivedRequest[]
  /** The feed as the service has it now, newest first. */
  notifications(): readonly InboxNotification[]
  /** A notification arrives. */
  add(notification: InboxNotification): void
  /** A notification is deleted. */
  remove(id: string): void
  /** Another device marks a message. */
  mark(id: string, verb: MarkVerb): void
}

/**
 * Makes the four operations of one subscriber's inbox (4.2, 4.5, 4.6, 4.7) in memory, for tests and previews: no
 * network, no clock, no chance. It follows interface.md, and refuses with the errors that the service answers.
 */
export const createTestService = ({
  subscriberId = 'ada',
  notifications = [],
  preferences = makePreferences(),
  firstPage = 0,
  likeProduction = false,
}: TestServiceOptions = {}): TestService => {
  const feed = createInMemoryFeed({ notifications, firstPage, clampsCounts: likeProduction })
  const requests: ReceivedRequest[] = []
  const { next, held, ...faults } = createFaultPlan()
  /** Answers by idempotency-key: a repeated mark is answered again, not done again. */
  const done = new Map<string, Response>()

  const answers: Record<InboxOperationName, (query: unknown, body: unknown) => unknown> = {
    getFeed: (query) => feed.page(check(inboxOperations.getFeed.query, query)),
    getPreferences: (query) => {
      check(inboxOperations.getPreferences.query, query)
      return preferences
    },
    markAs: (_query, body) => feed.markAs(check(inboxOperations.markAs.body, body)),
    markAll: (_query, body) => feed.markAll(check(inboxOperations.markAll.body, body)),
  }

  const operationOf = ({ method, url }: Request): InboxOperationName => {
    const { pathname } = new URL(url)
    const found = inboxOperationNames.find(
      (name) =>
        inboxOperations[name].method === method &&
        pathname.endsWith(operationPath(inboxOperations[name], subscriberId)),
    )
    if (found === undefined) throw new Refusal(404, `There is no ${method} ${pathname} here, or no such subscriber.`)
    return found
  }

  const respond = ({ operation, query, body, idempotencyKey }: ReceivedRequest): Response => {
    const known = idempotencyKey === null ? undefined : done.get(idempotencyKey)
    if (known) return known.clone()
    const answer = answers[operation](query, body)
    const response = Response.json(likeProduction && operation !== 'getFeed' ? { data: answer } : answer, {
      status: inboxOperations[operation].status,
    })
    if (idempotencyKey !== null) done.set(idempotencyKey, response.clone())
    return response
  }

  const handle = async (request: Request): Promise<Response> => {
    const operation = operationOf(request)
    const text = await request.text()
    const received: ReceivedRequest = {
      operation,
      query: Object.fromEntries(new URL(request.url).searchParams),
      body: text === '' ? undefined : JSON.parse(text),
      idempotencyKey: request.headers.get(idempotencyHeader),
      keepalive: request.keepalive,
    }
    requests.push(received)

    const fault = next(operation)
    if (fault === 'lost-request') throw new TypeError('The test service lost the request.')
    if (typeof fault === 'object')
      return fault.body === undefined
        ? withHeaders(new Refusal(fault.status, 'A fault on demand.').toResponse(request.url), fault.headers)
        : Response.json(fault.body, { status: fault.status, headers: fault.headers ?? {} })
    const response = respond(received)
    await held(operation)
    if (fault === 'lost-answer') throw new TypeError('The test service lost the answer.')
    return response
  }

  return {
    fetch: async (input, init) => {
      // Paths such as "/api/inbox" are fine in a page, but not for a Request made elsewhere.
      const request = new Request(input instanceof Request ? input : new URL(input, 'http://test.invalid'), init)
      const answer = handle(request).catch((error: unknown) => {
        if (error instanceof Refusal) return error.toResponse(new URL(request.url).pathname)
        throw error
      })
      return Promise.race([answer, aborted(request.signal)])
    },
    requests,
    notifications: feed.list,
    add: feed.add,
    remove: feed.remove,
    mark: (id, verb) => void feed.markAs({ messageId: id, markAs: verb }),
    ...faults,
  }
}

const inboxOperationNames = Object.keys(inboxOperations) as InboxOperationName[]

const withHeaders = (response: Response, headers: Record<string, string> = {}) => {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
