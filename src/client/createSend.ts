import type { ExtensionName } from '../contract/extensions/extensionOperations.ts'
import { countsType } from '../contract/extensions/feedCounts.ts'
import type { GuardedOperation } from '../contract/inbox/guardedOperations.ts'
import { siteOrigin } from '../contract/inbox/siteOrigin.ts'
import { streamIdHeader } from '../contract/live/liveStream.ts'
import { idempotencyHeader, isWrite, pageHeader } from '../contract/operation.ts'
import type { OperationName } from '../contract/operations.ts'
import { backOff } from './backOff.ts'
import { checkBaseUrl, resolveBaseUrl } from './baseUrl.ts'
import { type ClientEnvironment, type ClientOptions, realEnvironment, type RetryOptions } from './clientOptions.ts'
import { isHttpError, isNotSetUp } from './errors/HttpError.ts'
import { isNetworkError, NetworkError } from './errors/NetworkError.ts'
import { RequestError } from './errors/RequestError.ts'
import type { TidingsFactory, TidingsTask } from './errors/TidingsError.ts'
import { isTimeoutError, TimeoutError } from './errors/TimeoutError.ts'
import { checkTimeout, prepareRequest, type RequestInput } from './prepareRequest.ts'
import { readResponse, type ReceivedResponse } from './readResponse.ts'
import { withDeadline } from './withDeadline.ts'

// For messages. The whole URL may contain private data, so they have the client's `baseUrl`.
const hostFunctions = 'the function in `headers` or `subscriberHash`'

/** The retry after a failed attempt. */
interface RetryPlan {
  /** Delay before the next attempt, in milliseconds. */
  delay: number
  /** Whether the next attempt reuses the `idempotency-key`. */
  reuseKey: boolean
}

const isTransient = (status: number) => [408, 409, 425, 429].includes(status) || status >= 500

/**
 * Decides whether and when to retry a failed attempt: exponential back-off with full jitter, so that many browser pages
 * that lost the service together do not return together.
 *
 * The service repeats its first response to a key, errors included. So the key changes after a response of the service
 * itself. It is reused if none arrived: the first attempt may have succeeded, or may still arrive and undo later ones.
 * That includes 504 (from the proxy), an error in a gateway's own form, and 409 (the first attempt is still running).
 *
 * @param retries number of retries before.
 * @returns undefined if the failure is final.
 */
const planRetry = (
  failure: unknown,
  retries: number,
  options: RetryOptions | false,
  random: () => number,
): RetryPlan | undefined => {
  if (options === false) return undefined
  const { attempts = 3, maxRetryAfter = 30_000 } = options
  if (retries >= attempts) return undefined
  const delay = backOff(retries, random, options)
  if (isNetworkError(failure) || isTimeoutError(failure)) return { delay, reuseKey: true }
  if (!isHttpError(failure) || !isTransient(failure.status) || isNotSetUp(failure)) return undefined
  const { retryAfter = 0, status, body } = failure
  const reuseKey = status === 409 || status === 504 || body === undefined
  return retryAfter > maxRetryAfter ? undefined : { delay: retryAfter + delay, reuseKey }
}

/**
 * Calls an operation: checks the input, sends the request, retries it and reads the response. Both clients share it.
 *
 * @throws RequestError, NetworkError, TimeoutError, HttpError, ContractError, any error of `identify`, or the reason of
 * an aborted signal.
 */
export type Send = <Result>(
  task: OperationName | ExtensionName,
  operation: GuardedOperation<Result>,
  input: RequestInput,
) => Promise<Result>

/** What a request to the service needs of `fetch`. */
export type SendFetch = (
  url: string,
  init: RequestInit & { headers: Headers; signal: AbortSignal },
) => Promise<Pick<Response, 'status' | 'headers' | 'text'>>

/** The differences between the two clients. */
export interface Sender {
  factory: TidingsFactory
  /** Returns the headers that authenticate an attempt, and those that only this client sends. */
  identify: (
    task: TidingsTask,
    subscriberId: string,
    input?: Pick<RequestInput, 'requestId'> & { renewed?: Headers | undefined },
  ) => Headers | Promise<Headers>
  /** Renews these headers after a 401, once per call. Resolves to undefined if nothing has changed: no retry then. */
  renew?: (refused: Headers, subscriberId: string) => Promise<Headers | undefined>
  /** Discards the pending result of an `identify` or `renew` that timed out. The next attempt starts over. */
  forget?: (subscriberId: string) => void
}

// Browsers reject a keepalive request with a larger body.
const keepaliveBytes = 64 * 1024

/** @throws RequestError for an invalid `baseUrl` or `timeout`. */
export const createSend = (
  options: Omit<ClientOptions, 'fetch'> & { timeout: number; fetch?: SendFetch | undefined },
  sender: Sender,
): { baseUrl: string; environment: ClientEnvironment; send: Send } => {
  const baseUrl = checkBaseUrl(sender.factory, options.baseUrl)
  const issues = checkTimeout(options.timeout)
  if (issues.length > 0) throw new RequestError(sender.factory, issues)
  const { retry = {} } = options
  const environment = { ...realEnvironment, ...options.environment }

  const renew = async (refused: Headers, subscriberId: string, timeout: number, signal: AbortSignal | undefined) => {
    const outcome = await withDeadline(async () => sender.renew?.(refused, subscriberId), timeout, signal)
    if (outcome.kind === 'failed') throw outcome.cause
    if (outcome.kind === 'done') return outcome.value
    sender.forget?.(subscriberId)
    return undefined
  }

  const send: Send = async (task, operation, input) => {
    const { signal, keepalive, idempotencyKey, streamId, counts, timeout = options.timeout } = input.call ?? {}
    const { path, body } = prepareRequest(task, operation, input)
    const { subscriberId = '' } = input
    let renewals = 0
    let renewed: Headers | undefined
    const url = resolveBaseUrl(task, baseUrl) + path
    let key = isWrite(operation) ? (idempotencyKey ?? environment.newKey()) : undefined
    const isOfPage = url.startsWith(`${siteOrigin()}/`)
    const outlives = keepalive === true && new TextEncoder().encode(body).length < keepaliveBytes

    for (let attempts = 1; ; attempts++) {
      signal?.throwIfAborted()
      const sent: { headers?: Headers; isOut?: boolean } = {}
      const work = async (stop: AbortSignal): Promise<ReceivedResponse> => {
        const headers = (sent.headers = await sender.identify(task, subscriberId, { ...input, renewed }))
        headers.set('accept', counts ? `application/json, ${countsType}` : 'application/json')
        if (key !== undefined) headers.set(idempotencyHeader, key)
        if (key !== undefined && isOfPage) headers.set(pageHeader, '1')
        if (streamId !== undefined) headers.set(streamIdHeader, streamId)
        if (body !== undefined) headers.set('content-type', 'application/json')
        // After the timeout, nothing is sent.
        stop.throwIfAborted()
        sent.isOut = true
        // Read for each attempt: a page or a test may replace `fetch`. Called without `this`, as browsers require.
        const fetch = options.fetch ?? globalThis.fetch
        const response = await fetch(url, {
          method: operation.method,
          headers,
          signal: stop,
          ...(body !== undefined && { body, keepalive: outlives }),
        })
        // The body is part of the attempt: a connection can break or stall after the status has arrived.
        return { status: response.status, headers: response.headers, text: await response.text() }
      }
      try {
        const outcome = await withDeadline(work, timeout, signal)
        signal?.throwIfAborted()
        if (outcome.kind === 'done')
          return readResponse(outcome.value, operation.response, {
            ...sender,
            task,
            baseUrl,
            attempts,
            now: environment.now(),
          })
        if (outcome.kind === 'timed-out')
          throw new TimeoutError(task, { from: sent.isOut ? baseUrl : hostFunctions, attempts, timeout })
        throw sent.isOut ? new NetworkError(task, { baseUrl, attempts, cause: outcome.cause }) : outcome.cause
      } catch (failure) {
        if (!sent.headers && isTimeoutError(failure)) sender.forget?.(subscriberId)
        if (sent.headers && renewals === 0 && isHttpError(failure) && failure.status === 401) {
          renewals = 1
          // The service did not process the rejected request, so the retry is the same request.
          renewed = await renew(sent.headers, subscriberId, timeout, signal)
          if (renewed) continue
        }
        renewed = undefined
        const plan = planRetry(failure, attempts - 1 - renewals, retry, environment.random)
        if (plan === undefined) throw failure
        if (!plan.reuseKey && key !== undefined) key = environment.newKey()
        await environment.sleep(plan.delay, signal)
      }
    }
  }
  return { baseUrl, environment, send }
}
