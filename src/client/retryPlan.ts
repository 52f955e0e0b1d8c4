import type { RetryOptions } from './clientOptions.ts'
import { isHttpError } from './errors/HttpError.ts'
import { isNetworkError } from './errors/NetworkError.ts'
import { isNotSetUp } from './errors/notSetUp.ts'
import { isTimeoutError } from './errors/TimeoutError.ts'

/** What follows a failed attempt. */
export interface RetryPlan {
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
export const planRetry = (
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
