import { clocks } from './clock.ts'
import { sleep } from './sleep.ts'

/** The retries of failed attempts: exponential back-off with full jitter. */
export interface RetryOptions {
  /** Maximum number of retries after the first attempt. Default 3. */
  attempts?: number
  /** Maximum delay before the first retry, in milliseconds. It doubles with each retry. Default 300. */
  baseDelay?: number
  /** Maximum delay before any retry, in milliseconds, without the `Retry-After` that is added to it. Default 5,000. */
  maxDelay?: number
  /**
   * Longest `Retry-After` that the client waits for, in milliseconds. If the service requests a longer one, the call
   * fails immediately with an `HttpError`, whose `retryAfter` is that time. Default 30,000.
   */
  maxRetryAfter?: number
}

/** Time, randomness and unique keys. Tests replace them. */
export interface ClientEnvironment {
  /** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Returns the time, in milliseconds since 1970. */
  now(): number
  /** Returns a random number from 0 up to, but excluding, 1. */
  random(): number
  /** Returns a unique string: for an `idempotency-key`, and for the `transactionId` of an event without one. */
  newKey(): string
}

/** The options of both clients. */
export interface ClientOptions {
  /**
   * URL that the paths of operations are appended to: `https://api.example.com`, or in a browser a path such as
   * `/api/inbox`.
   */
  baseUrl: string
  /**
   * Replaces the global `fetch`. To send cookies to another origin:
   * `(url, init) => fetch(url, { ...init, credentials: 'include' })`.
   */
  fetch?: typeof globalThis.fetch
  /**
   * Maximum duration of one attempt, in milliseconds, including the `headers` and `subscriberHash` functions.
   * Default 10,000 for an inbox, 30,000 for a server.
   */
  timeout?: number | undefined
  /** Retries of failed attempts. `false` disables them. Default: 3 retries. */
  retry?: RetryOptions | false | undefined
  /** Time, randomness and unique keys. For tests. */
  environment?: Partial<ClientEnvironment>
}

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call. The call then rejects with the signal's reason, without a retry. */
  signal?: AbortSignal | undefined
  /**
   * Lets the request outlive the browser page, for a mark that is made while the page is being closed. Browsers allow
   * 64 kB for this: a larger body is sent as an ordinary request, which ends with the page. Default false.
   */
  keepalive?: boolean | undefined
  /**
   * `idempotency-key` of the first attempt of a POST or PATCH: 1 to 255 visible ASCII characters. Default: a unique
   * one. A retry after a lost connection or a timeout (504 too) reuses the key. A retry after an error response of the
   * service uses a new one.
   */
  idempotencyKey?: string | undefined
  /**
   * Id of this browser's stream of hints, which gets no hint of this mark: see `streamHints` of an inbox client.
   * Default: none.
   */
  streamId?: string | undefined
  /**
   * Requests the unseen and the unread count together with the first page of the feed: see `counts` of the page. Only a
   * `tidings/proxy` has them, and only if the page is not the whole feed. Default false.
   */
  counts?: boolean | undefined
  /** Maximum duration of one attempt, in milliseconds. Default: the `timeout` of the client. */
  timeout?: number | undefined
}

export const realEnvironment: ClientEnvironment = {
  sleep,
  now: clocks.now,
  random: () => Math.random(),
  // Browser pages on plain http do not have `crypto.randomUUID`.
  newKey: () => crypto.getRandomValues(new BigUint64Array(2)).join('-'),
}
