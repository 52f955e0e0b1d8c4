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
import { type ProxyOperationName, proxyOperations } from '../contract/extensions/proxyOperations.ts'
import { requestIdHeader } from '../contract/extensions/requestId.ts'
import type { GuardedOperation } from '../contract/inbox/guardedOperations.ts'
import { isWrite, notificationPath } from '../contract/operation.ts'
import { serverOperations } from '../contract/serverOperations.ts'
import { cleanError } from './cleanError.ts'
import { createRegister } from './createRegister.ts'
import { createFetchFeedPage, type PickOwn } from './fetchFeedPage.ts'
import { isUnknownSubscriber, lacksOperation } from './notFound.ts'
import { dropOtherSubscribers, publicFields } from './pickPublicFields.ts'
import type { ProxySettings } from './proxySettings.ts'
import { createChangeBatch } from './triage/changeBatch.ts'
import { createSnoozedCache } from './triage/snoozedRows.ts'

/** A request to the service, for the subscriber who is signed in. */
export interface ServiceRequest extends RequestInput {
  name: ProxyOperationName
  subscriberId: string
  /** Id of the notification in the path, which a URL can contain. */
  id?: string
  /** Whether the browser gets the counts with this page. */
  counts?: boolean
  /** Whether a feed page has only what the service responds with: no browser gets it. */
  isBare?: boolean
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

type OtherRequest = ServiceRequest & { name: Exclude<ProxyOperationName, 'getFeed'> }

const guarded = guardOperations(proxyOperations)

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

  const changeBatch = createChangeBatch(send, timeout)
  const snoozed = createSnoozedCache()
  const fetchFeedPage = createFetchFeedPage(send, settings, snoozed)

  const call = async ({ name, id, ...input }: OtherRequest, own: PickOwn): Promise<unknown> => {
    if (name === 'batchNotifications')
      try {
        return own(await changeBatch(input))
      } finally {
        snoozed.drop(input.subscriberId)
      }
    if (name === 'listNotifications') {
      const page = await send(name, guarded[name], input)
      return { ...page, data: own(page.data) }
    }
    const operation: GuardedOperation<unknown> = guarded[name]
    const path = id === undefined ? operation.path : notificationPath(operation.path, id)
    const result = await send(name, { ...operation, path }, input)
    if (Array.isArray(result)) return own(result)
    if (id !== undefined && own([result as object]).length === 0)
      throw new ContractError(name, [{ field: 'to.subscriberId', message: 'must be the subscriber of the request' }])
    return result
  }

  const fetchPublic: CallService = async (request, report) => {
    const { name } = request
    const own: PickOwn = (entries) =>
      dropOtherSubscribers(entries, request.subscriberId, (count) =>
        report(
          new SetupError('TIDINGS_304', name, {
            what: `the service returned ${count} entries of another subscriber. The proxy removed them.`,
          }),
        ),
      )
    if (name === 'getFeed') return fetchFeedPage(request, own, report)
    return publicFields[name]((await call({ ...request, name }, own)) as never, settings.avatarOrigins)
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
      const isRead = !isWrite(proxyOperations[request.name])
      if (!isRead || !isUnknownSubscriber(error) || lacksOperation(error)) throw error
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
