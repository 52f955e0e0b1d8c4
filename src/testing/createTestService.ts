import { clocks } from '../client/clock.ts'
import { behaviorRules } from '../contract/behavior.ts'
import type { ProxyOperationName } from '../contract/extensions/proxyOperations.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { streamIdHeader } from '../contract/live/liveStream.ts'
import type { MarkVerb } from '../contract/marks.ts'
import { idempotencyHeader } from '../contract/operation.ts'
import type { Preferences } from '../contract/preferences.ts'
import { createResponder } from './createResponder.ts'
import { ErrorResponse } from './ErrorResponse.ts'
import { createFaultPlan, delayOf, type Fault, type Faults, respondInstead } from './faults.ts'
import { createInMemoryEntries } from './inMemoryEntries.ts'
import { createInMemoryFeed } from './inMemoryFeed.ts'
import { createInMemoryTriage } from './inMemoryTriage.ts'
import { createLiveStreams, type TestLive } from './liveStreams.ts'
import { makePreferences } from './makePreferences.ts'
import { findRoute, readBody, type ReceivedRequest } from './receivedRequest.ts'
import { createResponseMemory, keyOf } from './responseMemory.ts'

/** Contents and behavior of a test service. */
export interface TestServiceOptions {
  /** The subscriber. Default "ada". Every other subscriber is unknown: 404, and a warning. */
  subscriberId?: string
  /** The notifications in the feed, in any order. Default: none. */
  notifications?: readonly InboxNotification[]
  /** The subscriber's preferences. Default: `makePreferences()`. */
  preferences?: Preferences
  /** Identifiers of the workflows in `preferences` that are critical. Default: none. */
  criticalWorkflows?: readonly string[]
  /** Number of the first feed page: services differ. Default 0. */
  firstPage?: 0 | 1
  /**
   * Whether to respond as Novu's API does where it differs: wrapped responses, a `totalCount` clamped to the feed page,
   * 400 for an unknown subscriber in the feed, "unread" marks as seen, archived notifications in the feed. Default
   * false: responds as docs/interface.md describes.
   */
  likeProduction?: boolean
  /**
   * Whether the service has a stream of hints, as a proxy with live delivery has: see `TestService.live`. Default
   * false: 404, and the inbox polls.
   */
  live?: boolean
  /**
   * Whether the service adds the counts to the first feed page, as `tidings/proxy` does: a page load is then one
   * request, with the option `live` too. Default false: the inbox counts with requests of their own unless the first
   * page has everything.
   */
  counts?: boolean
  /**
   * Whether notifications can be archived, snoozed and deleted. Each feed page then says so, as through a
   * `tidings/proxy`. Default true, and false with `likeProduction`: 404, and the inbox shows no controls for it.
   */
  triage?: boolean
  /** Returns the time in milliseconds since 1970. Default: the clock, which fake timers replace. */
  now?: () => number
}

/** The inbox operations of one subscriber, in memory, with injectable faults. */
export interface TestService extends Faults {
  /** The subscriber. */
  readonly subscriberId: string
  /** The service's fetch function. Pass it to `<Inbox fetch>`, `<InboxProvider fetch>` or a client. */
  readonly fetch: typeof globalThis.fetch
  /** All received requests, oldest first. */
  readonly requests: readonly ReceivedRequest[]
  /** The received requests of one operation. */
  requestsOf(operation: ProxyOperationName): readonly ReceivedRequest[]
  /**
   * The requests that took effect, oldest first. Rejected requests are not in it, and a repeated idempotency key is in
   * it once.
   */
  readonly done: readonly ReceivedRequest[]
  /** The current notifications, newest first, with archived and snoozed ones. */
  notifications(): readonly InboxNotification[]
  /**
   * Adds a notification, as if it arrived. One with the `_id` of another takes its place: give it a later `createdAt`,
   * and it is delivered again, as a digest that grows. A snoozed one stays so.
   */
  add(notification: InboxNotification): void
  /** Deletes a notification. */
  remove(id: string): void
  /** Marks a notification, as another device would. */
  mark(id: string, verb: MarkVerb): void
  /** The stream of hints, and its faults. It requires the option `live`. */
  readonly live: TestLive
}

/**
 * The operations of one subscriber's inbox in memory, for tests and previews, without network and randomness. It
 * follows docs/interface.md and responds as `tidings/service` does, including errors and `idempotency-key`: both pass
 * the same test suite. It requires no API key and no sign-in.
 *
 * ```tsx
 * const service = createTestService({ notifications: makeNotifications(3) })
 * render(<Inbox {...inboxProps(service)} />)
 * service.fail('markAs', { status: 503 })
 * ```
 */
export const createTestService = ({
  subscriberId: owner = 'ada',
  notifications = [],
  preferences = makePreferences(),
  criticalWorkflows = [],
  firstPage = 0,
  likeProduction = false,
  live: isLive = false,
  counts: addsCounts = false,
  triage = !likeProduction,
  now = clocks.now,
}: TestServiceOptions = {}): TestService => {
  const rules = behaviorRules[likeProduction ? 'production' : 'interface']
  const entries = createInMemoryEntries(notifications, rules, now)
  const feed = createInMemoryFeed({ entries, firstPage, rules, triage })
  const respond = createResponder({
    feed,
    triage: createInMemoryTriage({ entries, owner, rules, now }),
    owner,
    preferences,
    criticalWorkflows,
    rules,
    addsCounts,
    liveToken: () => token(),
    now,
  })
  const memory = createResponseMemory(now)
  const { next, held, ...faults } = createFaultPlan()
  const { live, record, open, publish, release, token } = createLiveStreams(isLive)
  const requests: ReceivedRequest[] = []
  const done: ReceivedRequest[] = []

  /** Runs a change, and hints it if there was something to change. */
  const changing = <Result>(change: () => Result, causedBy?: string | null): Result => {
    const before = entries.all()
    const result = change()
    const after = entries.all()
    if (after.length !== before.length || after.some((one, index) => one !== before[index])) publish({}, causedBy)
    return result
  }

  /** The notifications, after those are delivered again whose snooze has ended. */
  const current = () => {
    changing(entries.deliverDue)
    return entries.all()
  }

  /** Handles a request that has reached the service. */
  const serve = async (received: ReceivedRequest, url: URL, fault: Fault | undefined): Promise<Response> => {
    const instead = respondInstead(fault, url, now())
    if (instead) return instead
    const key = keyOf(received)
    const end = memory.begin(key)
    try {
      await sleep(delayOf(fault, 'work'))
      const perform = () => {
        current()
        const response = changing(() => respond(received, url), received.headers.get(streamIdHeader))
        if (response.ok) done.push(received)
        return response
      }
      const respondOnce = () => memory.respond(key, received.body, perform)
      const response = respondOnce()
      if (fault === 'duplicate') {
        requests.push(received)
        respondOnce()
      }
      return response
    } finally {
      end()
    }
  }

  const serveOperation = async (
    route: Pick<ReceivedRequest, 'operation' | 'subscriberId' | 'id'>,
    request: Request,
    url: URL,
    fault: Fault | undefined,
  ): Promise<Response> => {
    const { headers, keepalive } = request
    const received = {
      ...route,
      query: Object.fromEntries(url.searchParams),
      body: await readBody(request, route.operation),
      headers,
      idempotencyKey: headers.get(idempotencyHeader),
      keepalive,
    }
    requests.push(received)
    if (fault === 'lost-request') throw new TypeError('The fault "lost-request" dropped this request.')
    const response = await serve(received, url, fault)
    await held(received)
    return response
  }

  const serveStream = (subscriberId: string, request: Request, url: URL, fault: Fault | undefined): Response => {
    record({ subscriberId, headers: request.headers })
    if (fault === 'lost-request') throw new TypeError('The fault "lost-request" dropped this request.')
    if (subscriberId !== owner)
      throw new ErrorResponse(404, `Subscriber ${JSON.stringify(subscriberId)} does not exist.`)
    return respondInstead(fault, url, now()) ?? open(request)
  }

  // Outside of development, an inbox logs no error: an inbox of another subscriber would only look empty.
  let hasWarned = false
  const warnOfOthers = (subscriberId: string) => {
    if (!hasWarned)
      // oxlint-disable-next-line no-console -- a test shows no error of its own
      console.warn(
        `tidings/testing: subscriber ${JSON.stringify(subscriberId)} does not exist. This service has only ` +
          `${JSON.stringify(owner)}: pass the subscriberId of the inbox to createTestService.`,
      )
    hasWarned = true
  }

  const handle = async (request: Request, url: URL): Promise<Response> => {
    const { operation, ...ids } = findRoute(request, { isLive, triage })
    const { subscriberId } = ids
    if (subscriberId !== owner) warnOfOthers(subscriberId)
    const fault = next(operation)
    await sleep(delayOf(fault, 'request'))
    const response =
      operation === 'live'
        ? serveStream(subscriberId, request, url, fault)
        : await serveOperation({ operation, ...ids }, request, url, fault)
    await sleep(delayOf(fault, 'response'))
    if (fault === 'lost-response') throw new TypeError('The fault "lost-response" dropped this response.')
    return fault === 'no-response' ? new Promise<never>(() => {}) : response
  }

  return {
    subscriberId: owner,
    fetch: async (input, { signal, ...init } = {}) => {
      // `fetch` in a browser accepts a path such as "/api/inbox", but `new Request` outside of one does not.
      const request = new Request(input instanceof Request ? input : new URL(input, 'http://test.invalid'), init)
      // Since Node 24, `Request` refuses the signals of jsdom, which Jest makes those of each test.
      if (signal) Object.defineProperty(request, 'signal', { value: signal })
      const url = new URL(request.url)
      const response = handle(request, url).catch((error: unknown) => {
        if (error instanceof ErrorResponse) return error.toResponse(url.pathname, now())
        throw error
      })
      return Promise.race([response, aborted(request.signal)])
    },
    requests,
    requestsOf: (operation) => requests.filter((request) => request.operation === operation),
    done,
    notifications: () => current().map(({ notification }) => notification),
    add: (notification) => changing(() => entries.add(notification)),
    remove: (id) => void changing(() => entries.remove(({ _id }) => _id === id)),
    mark: (id, verb) => void changing(() => feed.markAs([id], verb)),
    ...faults,
    clear: () => {
      faults.clear()
      release()
    },
    live: Object.assign(live, { fail: faults.fail.bind(undefined, 'live') }),
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
