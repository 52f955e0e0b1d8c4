import { keyHeaders } from '../client/apiKey.ts'
import { createCappedSend } from '../client/cappedSend.ts'
import { clocks } from '../client/clock.ts'
import type { Send } from '../client/createSend.ts'
import { ContractError } from '../client/errors/ContractError.ts'
import { isHttpError, type HttpError } from '../client/errors/HttpError.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { toError } from '../client/errors/TidingsError.ts'
import { guardOperation, guardOperations } from '../client/guardOperations.ts'
import type { RequestInput } from '../client/prepareRequest.ts'
import { requestIdHeader } from '../contract/extensions/requestId.ts'
import { subscriberOperations, type SubscriberOperationName } from '../contract/extensions/subscriberOperations.ts'
import { isWrite } from '../contract/operation.ts'
import { serverOperations } from '../contract/serverOperations.ts'
import { cleanError } from './cleanError.ts'
import { createRegister } from './createRegister.ts'
import { fetchCounts } from './fetchCounts.ts'
import { dropOtherSubscribers, pickFeedPage, publicFields } from './pickPublicFields.ts'
import type { ProxySettings } from './proxySettings.ts'

/** A request to the service, for the subscriber who is signed in. */
export interface ServiceRequest extends RequestInput {
  name: SubscriberOperationName
  subscriberId: string
  /** Whether the browser gets the counts with this page. */
  counts?: boolean
}

/**
 * Whether the service does not know the subscriber: a new user who opens the inbox before their first notification.
 * Other services than production respond with 404. Production responds with 400, as to any invalid request.
 */
const isUnknownSubscriber = (error: unknown) => {
  if (!isHttpError(error) || error.body?.message === undefined) return false
  return error.status === 404 || (error.status === 400 && /subscriber/i.test(String(error.body.message)))
}

const rejectedKey = (serviceUrl: string, cause: HttpError) =>
  new SetupError(
    'TIDINGS_310',
    'createInboxProxy',
    {
      what: `the service at ${serviceUrl} returned ${cause.status}.`,
      why:
        'It rejects the `apiKey` of this proxy: the key is wrong, revoked, or belongs to another environment or ' +
        'service.',
      cure: 'Set `apiKey` to the secret key of this environment, check `serviceUrl`, and restart the server.',
    },
    { cause },
  )

/**
 * Calls the service, and resolves to the fields of its response that may leave the server. It registers a subscriber
 * whom the service does not know: that inbox is empty, not broken.
 */
export type CallService = (request: ServiceRequest, report: (error: Error) => void) => Promise<unknown>

const guarded = guardOperations(subscriberOperations)

/** Checks each input against the contract before it sends a request. */
export const callService = (settings: ProxySettings): CallService => {
  const { serviceUrl, apiKey, timeout, fetch, maxResponseBytes } = settings
  // The browser's client retries. Retries here would multiply its attempts.
  const headersOf = ({ requestId }: RequestInput = {}) => {
    const headers = keyHeaders(apiKey)
    if (requestId !== undefined) headers.set(requestIdHeader, requestId)
    return headers
  }
  const client = createCappedSend(
    {
      baseUrl: serviceUrl,
      timeout,
      maxResponseBytes,
      // A redirect could send the API key to another server.
      fetch: (url, init) => fetch(url, { ...init, redirect: 'manual' }),
      cleanError: (text) => cleanError(text, apiKey),
      retry: false,
    },
    { factory: 'createInboxProxy', identify: (_task, _subscriberId, input) => headersOf(input) },
  )
  const send: Send = async (name, operation, input) => {
    try {
      return await client.send(name, operation, input)
    } catch (error) {
      if (isHttpError(error) && (error.status === 401 || error.status === 403)) throw rejectedKey(serviceUrl, error)
      throw error
    }
  }

  const fetchPublic: CallService = async ({ name, counts, ...input }, report) => {
    const startedAt = clocks.monotonic()
    const own = <Entry extends object>(entries: readonly Entry[]) =>
      dropOtherSubscribers(entries, input.subscriberId, (count) =>
        report(
          new SetupError('TIDINGS_304', name, {
            what: `the service returned ${count} entries of another subscriber. The proxy removed them.`,
          }),
        ),
      )
    if (name !== 'getFeed') {
      const result = await send<unknown>(name, guarded[name], input)
      return publicFields[name]((Array.isArray(result) ? own(result) : result) as never)
    }
    const page = await send(name, guarded.getFeed, input)
    // The browser does not receive them, so the server's log must.
    const unreadable = page.unreadable.flatMap(({ index, issues }) =>
      issues.map(({ field, message }) => ({ field: `data[${index}].${field}`, message })),
    )
    if (unreadable.length > 0) report(new ContractError(name, unreadable))
    const picked = pickFeedPage({ ...page, data: own(page.data) }, settings.avatarOrigins)
    if (!counts) return picked
    // The browser waits no longer for them than for a page.
    const call = { ...input.call, timeout: Math.max(1, timeout - (clocks.monotonic() - startedAt)) }
    const fetchCount = (query: object) => send(name, guarded.getFeed, { ...input, query, call })
    const onError = (error: Error) => call.signal?.aborted || report(error)
    return { ...picked, counts: await fetchCounts(page, fetchCount, onError) }
  }

  const register = createRegister(({ subscriberId, requestId }) =>
    // Without the signal of a browser, since the requests of several may wait for it.
    send('bulkSubscribers', guardOperation(serverOperations.bulkSubscribers), {
      requestId,
      body: { subscribers: [{ subscriberId }] },
    }),
  )

  return async (request, report) => {
    const startedAt = clocks.monotonic()
    try {
      return await fetchPublic(request, report)
    } catch (error) {
      if (isWrite(subscriberOperations[request.name]) || !isUnknownSubscriber(error)) throw error
      const registration = register(request, startedAt)
      if (!registration) throw error
      try {
        await registration
      } catch (reason) {
        // The browser left before the response. Nothing has failed.
        if (!request.call?.signal?.aborted) report(toError(reason))
        throw error
      }
      return fetchPublic(request, report)
    }
  }
}
