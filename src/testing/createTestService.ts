import { behaviorRules } from '../contract/behavior.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { InboxOperationName } from '../contract/inboxOperations.ts'
import type { MarkVerb } from '../contract/marks.ts'
import { idempotencyHeader } from '../contract/operation.ts'
import type { Preferences } from '../contract/preferences.ts'
import { createAnswerMemory, keyOf } from './answerOnce.ts'
import { createResponder } from './createResponder.ts'
import { answerInstead, createFaultPlan, delayOf, type Fault, type Faults } from './faults.ts'
import { createInMemoryFeed } from './inMemoryFeed.ts'
import { makePreferences } from './makePreferences.ts'
import { findOperation, readBody, type ReceivedRequest } from './receivedRequest.ts'
import { Refusal } from './Refusal.ts'

/** What an in-memory service holds, and how it answers. */
export interface TestServiceOptions {
  /** Whose inbox it is. Default "ada". Every other subscriber is unknown: 404. */
  subscriberId?: string
  /** What is in the feed, in any order. Default: nothing. */
  notifications?: readonly InboxNotification[]
  /** Default: those of `makePreferences()`. */
  preferences?: Preferences
  /** Identifiers of the workflows in `preferences` that are critical. Default: none. */
  criticalWorkflows?: readonly string[]
  /** Number of the first page: services differ. Default 0. */
  firstPage?: 0 | 1
  /**
   * Answers as production does where it differs: answers in an envelope, a `totalCount` clamped to the page, 400 for an
   * unknown subscriber in the feed, "unread" marks seen. Default false: as the interface shows.
   */
  likeProduction?: boolean
  /** The clock, in milliseconds since 1970. Default: `Date.now`, which your test's fake timers replace. */
  now?: () => number
}

/** One subscriber's part of the service, in memory, with faults on demand. */
export interface TestService extends Faults {
  /** Whose inbox it is. */
  readonly subscriberId: string
  /** Give it to `<Inbox fetch>`, `<InboxProvider fetch>` or a client. */
  readonly fetch: typeof globalThis.fetch
  /** All requests, in the order in which they came. */
  readonly requests: readonly ReceivedRequest[]
  /** The requests of one operation so far. */
  requestsOf(operation: InboxOperationName): readonly ReceivedRequest[]
  /** Those that were carried out, in order: not the refused ones, and one that came again under its key only once. */
  readonly done: readonly ReceivedRequest[]
  /** The messages as the service has them now, newest first. */
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
 * network, no chance. It follows docs/interface.md and answers as `tidings/service` does, errors and `idempotency-key`
 * included; one suite of tests holds both to it. It asks for no key and no sign-in.
 */
export const createTestService = ({
  subscriberId: owner = 'ada',
  notifications = [],
  preferences = makePreferences(),
  criticalWorkflows = [],
  firstPage = 0,
  likeProduction = false,
  now = () => Date.now(),
}: TestServiceOptions = {}): TestService => {
  const rules = behaviorRules[likeProduction ? 'production' : 'interface']
  const feed = createInMemoryFeed({ notifications, firstPage, rules, now })
  const respond = createResponder({ feed, owner, preferences, criticalWorkflows, rules, now })
  const answers = createAnswerMemory(now)
  const { next, held, ...faults } = createFaultPlan()
  const requests: ReceivedRequest[] = []
  const done: ReceivedRequest[] = []

  /** What the service itself does with a request that has reached it. */
  const serve = async (received: ReceivedRequest, url: URL, fault: Fault | undefined): Promise<Response> => {
    const instead = answerInstead(fault, url, now())
    if (instead) return instead
    const key = keyOf(received)
    const end = answers.begin(key)
    try {
      await sleep(delayOf(fault, 'work'))
      const carryOut = () => {
        const response = respond(received, url)
        if (response.ok) done.push(received)
        return response
      }
      const answer = () => answers.answer(key, received.body, carryOut)
      const response = answer()
      if (fault === 'duplicate') {
        requests.push(received)
        answer()
      }
      return response
    } finally {
      end()
    }
  }

  const handle = async (request: Request, url: URL): Promise<Response> => {
    const { headers, keepalive } = request
    const route = findOperation(request)
    const fault = next(route.operation)
    await sleep(delayOf(fault, 'request'))
    const received = {
      ...route,
      query: Object.fromEntries(url.searchParams),
      body: await readBody(request),
      headers,
      idempotencyKey: headers.get(idempotencyHeader),
      keepalive,
    }
    requests.push(received)
    if (fault === 'lost-request') throw new TypeError('The test service lost the request.')
    const response = await serve(received, url, fault)
    await held(received)
    await sleep(delayOf(fault, 'answer'))
    if (fault === 'lost-answer') throw new TypeError('The test service lost the answer.')
    return fault === 'no-answer' ? new Promise<never>(() => {}) : response
  }

  return {
    subscriberId: owner,
    fetch: async (input, init) => {
      // Paths such as "/api/inbox" are fine in a page, but not for a Request made elsewhere.
      const request = new Request(input instanceof Request ? input : new URL(input, 'http://test.invalid'), init)
      const url = new URL(request.url)
      const answer = handle(request, url).catch((error: unknown) => {
        if (error instanceof Refusal) return error.toResponse(url.pathname, now())
        throw error
      })
      return Promise.race([answer, aborted(request.signal)])
    },
    requests,
    requestsOf: (operation) => requests.filter((request) => request.operation === operation),
    done,
    notifications: feed.list,
    add: feed.add,
    remove: feed.remove,
    mark: (id, verb) => void feed.markAs([id], verb),
    ...faults,
  }
}

const sleep = async (ms: number) => {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
