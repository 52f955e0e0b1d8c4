import type * as z from 'zod/mini'
import { idempotencyHeader, isWrite, type Operation } from '../contract/operation.ts'
import type { OperationName } from '../contract/operations.ts'
import { checkBaseUrl, resolveBaseUrl } from './baseUrl.ts'
import type { ClientEnvironment, ClientOptions, RetryOptions } from './clientOptions.ts'
import { realEnvironment } from './environment.ts'
import { isHttpError, isNotSetUp } from './errors/HttpError.ts'
import { isNetworkError } from './errors/NetworkError.ts'
import { RequestError } from './errors/RequestError.ts'
import type { TidingsFactory } from './errors/TidingsError.ts'
import { isTimeoutError } from './errors/TimeoutError.ts'
import { checkTimeout, prepareRequest, type RequestInput } from './prepareRequest.ts'
import { sendOnce } from './sendOnce.ts'
import { withDeadline } from './withDeadline.ts'

/** What follows a failed attempt. */
interface RetryPlan {
  /** How long to wait before the next attempt, in milliseconds. */
  delay: number
  /** Whether the next attempt keeps the `idempotency-key`. */
  keepKey: boolean
}

const isTransient = (status: number) => [408, 409, 425, 429].includes(status) || status >= 500

/**
 * Decides whether a failed attempt is repeated, and when: exponential back-off with full jitter, so that many
 * pages that lost the service together do not return together.
 *
 * The service answers a repeated key with the first answer, errors too. So the key changes after an answer of the
 * service's own. It stays where none arrived: the first attempt may have worked, or be on its way still, and would undo
 * what comes after it. That is also 504 (the proxy's word for it), what a gateway says in words of its own, and 409 (it
 * is still running).
 *
 * @param retries how many retries there were before.
 * @returns undefined where the failure is final.
 */
const planRetry = (
  failure: unknown,
  retries: number,
  options: RetryOptions | false,
  random: () => number,
): RetryPlan | undefined => {
  if (options === false) return undefined
  const { attempts = 3, baseDelay = 300, maxDelay = 5_000, maxRetryAfter = 30_000 } = options
  if (retries >= attempts) return undefined
  const backOff = random() * Math.min(maxDelay, baseDelay * 2 ** retries)
  if (isNetworkError(failure) || isTimeoutError(failure)) return { delay: backOff, keepKey: true }
  if (!isHttpError(failure) || !isTransient(failure.status) || isNotSetUp(failure)) return undefined
  const { retryAfter = 0, status, body } = failure
  const keepKey = status === 409 || status === 504 || body === undefined
  return retryAfter > maxRetryAfter ? undefined : { delay: retryAfter + backOff, keepKey }
}

/** Calls one operation: checks, sends, repeats and reads. Everything that the two clients share. */
export type Send = <Called extends Operation>(
  task: OperationName,
  operation: Called,
  input: RequestInput,
) => Promise<z.output<Called['answer']>>

/** What differs between the two clients. */
interface Sender {
  factory: TidingsFactory
  /** The headers that say who is asking; asked anew for each attempt. */
  identify: (task: OperationName, subscriberId: string) => Headers | Promise<Headers>
  /** After a 401, once for each call: says whether `identify` has other headers now, so that asking again may help. */
  renew?: (refused: Headers, subscriberId: string) => Promise<boolean>
  /** Told that `identify` or `renew` did not end in time: the next attempt begins anew. */
  forget?: (subscriberId: string) => void
}

// Browsers refuse a keepalive request with a larger body.
const keepaliveBytes = 64 * 1024

/**
 * Makes the function through which a client sends.
 * @throws RequestError for a `baseUrl` that is no address, or a `timeout` that is no time.
 */
export const createSend = (
  options: ClientOptions & { timeout: number },
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
    return false
  }

  const send: Send = async (task, operation, input) => {
    const { signal, keepalive, idempotencyKey, timeout = options.timeout } = input.call ?? {}
    const { path, body } = prepareRequest(task, operation, input)
    const { subscriberId = '' } = input
    let renewals = 0
    const url = resolveBaseUrl(task, baseUrl) + path
    let key = isWrite(operation) ? (idempotencyKey ?? environment.newKey()) : undefined

    const initOf = (headers: Headers): RequestInit => {
      headers.set('accept', 'application/json')
      if (key !== undefined) headers.set(idempotencyHeader, key)
      if (body === undefined) return { method: operation.method, headers }
      headers.set('content-type', 'application/json')
      const outlives = keepalive === true && new TextEncoder().encode(body).length < keepaliveBytes
      return { method: operation.method, headers, body, keepalive: outlives }
    }

    for (let attempts = 1; ; attempts++) {
      signal?.throwIfAborted()
      const sent: { headers?: Headers } = {}
      const prepare = async () => initOf((sent.headers = await sender.identify(task, subscriberId)))
      const attempt = { task, operation, baseUrl, url, prepare, attempts, timeout, signal }
      try {
        // Read here and not once: a page may replace its fetch, and a test does. Called bare, as browsers demand.
        const fetch = options.fetch ?? globalThis.fetch
        return await sendOnce({ ...attempt, fetch, now: environment.now })
      } catch (failure) {
        if (!sent.headers && isTimeoutError(failure)) sender.forget?.(subscriberId)
        if (sent.headers && renewals === 0 && isHttpError(failure) && failure.status === 401) {
          renewals = 1
          // Nothing was done of what was refused, so it goes again as the same request.
          if (await renew(sent.headers, subscriberId, timeout, signal)) continue
        }
        const plan = planRetry(failure, attempts - 1 - renewals, retry, environment.random)
        if (plan === undefined) throw failure
        if (!plan.keepKey && key !== undefined) key = environment.newKey()
        await environment.sleep(plan.delay, signal)
      }
    }
  }
  return { baseUrl, environment, send }
}
