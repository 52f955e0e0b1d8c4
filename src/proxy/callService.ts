import { keyHeaders } from '../client/apiKey.ts'
import { createSend, type Send } from '../client/createSend.ts'
import { ContractError } from '../client/errors/ContractError.ts'
import { isHttpError, type HttpError } from '../client/errors/HttpError.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { toError } from '../client/errors/TidingsError.ts'
import { guardOperation } from '../client/guardOperations.ts'
import type { RequestInput } from '../client/prepareRequest.ts'
import { inboxOperations, type InboxOperationName } from '../contract/inboxOperations.ts'
import { isWrite } from '../contract/operation.ts'
import { serverOperations } from '../contract/serverOperations.ts'
import { fetchCounts } from './fetchCounts.ts'
import { pickFeedPage, pickMessages, pickPreferences, dropOtherSubscribers } from './pickPublicFields.ts'
import type { ProxySettings } from './proxySettings.ts'

/** A request to the service, for the subscriber who is signed in. */
export interface ServiceRequest extends RequestInput {
  name: InboxOperationName
  subscriberId: string
  /** Whether the browser gets the counts with this page. */
  counts?: boolean
}

/**
 * Whether the service does not know the subscriber: a new user who opens the inbox before their first notification.
 * Production responds with 400, other services with 404.
 */
const isUnknownSubscriber = (error: unknown) =>
  isHttpError(error) && (error.status === 404 || error.status === 400) && error.body?.message !== undefined

const rejectedKey = (serviceUrl: string, cause: HttpError) =>
  new SetupError(
    'TIDINGS_310',
    'createInboxProxy',
    {
      what: `the service at ${serviceUrl} returned ${cause.status}.`,
      why: 'It rejects the `apiKey` of this proxy: the key is wrong, revoked, or belongs to another environment or service.',
      cure: 'Set `apiKey` to the secret key of this environment, check `serviceUrl`, and restart the server.',
    },
    { cause },
  )

/**
 * Calls the service, and resolves to the fields of its response that may leave the server. It registers a subscriber
 * whom the service does not know: that inbox is empty, not broken.
 */
export type CallService = (request: ServiceRequest, report: (error: Error) => void) => Promise<unknown>

/** Creates the function that calls the service. It checks the input against the contract before it sends a request. */
export const callService = ({ serviceUrl, apiKey, timeout, fetch }: ProxySettings): CallService => {
  const { send: sendOnce } = createSend(
    {
      baseUrl: serviceUrl,
      timeout,
      // Never follow a redirect: it could send the API key to another server.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
      // The browser's client retries. Retries here would multiply its attempts.
      retry: false,
    },
    { factory: 'createInboxProxy', identify: () => keyHeaders(apiKey) },
  )
  const send: Send = async (...call) => {
    try {
      return await sendOnce(...call)
    } catch (error) {
      throw isHttpError(error) && (error.status === 401 || error.status === 403)
        ? rejectedKey(serviceUrl, error)
        : error
    }
  }

  const fetchPublic: CallService = async ({ name, counts, ...input }, report) => {
    const startedAt = Date.now()
    const own = <Entry extends object>(entries: readonly Entry[]) =>
      dropOtherSubscribers(entries, input.subscriberId, (count) =>
        report(
          new SetupError('TIDINGS_304', name, {
            what: `the service returned ${count} entries of another subscriber. The proxy removed them.`,
          }),
        ),
      )
    switch (name) {
      case 'getFeed': {
        const operation = guardOperation(inboxOperations.getFeed)
        const page = await send(name, operation, input)
        // The browser does not receive them, so the server's log must.
        const unreadable = page.unreadable.flatMap(({ index, issues }) =>
          issues.map(({ field, message }) => ({ field: `data[${index}].${field}`, message })),
        )
        if (unreadable.length > 0) report(new ContractError(name, unreadable))
        const picked = pickFeedPage({ ...page, data: own(page.data) })
        if (!counts) return picked
        // The browser waits no longer for them than for a page.
        const call = { ...input.call, timeout: Math.max(1, timeout - (Date.now() - startedAt)) }
        const fetchCount = (query: object) => send(name, operation, { ...input, query, call })
        const onError = (error: Error) => call.signal?.aborted || report(error)
        return { ...picked, counts: await fetchCounts(page, fetchCount, onError) }
      }
      case 'getPreferences':
        return pickPreferences(await send(name, guardOperation(inboxOperations.getPreferences), input))
      case 'markAs':
        return pickMessages(own(await send(name, guardOperation(inboxOperations.markAs), input)))
      case 'markAll':
        return send(name, guardOperation(inboxOperations.markAll), input)
    }
  }

  return async (request, report) => {
    try {
      return await fetchPublic(request, report)
    } catch (error) {
      if (isWrite(inboxOperations[request.name]) || !isUnknownSubscriber(error)) throw error
      const body = { subscribers: [{ subscriberId: request.subscriberId }] }
      try {
        await send('bulkSubscribers', guardOperation(serverOperations.bulkSubscribers), {
          body,
          ...(request.call && { call: request.call }),
        })
      } catch (reason) {
        // The browser left before the response. Nothing has failed.
        if (!request.call?.signal?.aborted) report(toError(reason))
        throw error
      }
      return fetchPublic(request, report)
    }
  }
}
