/** When and how often a failed attempt is repeated. */
export interface RetryOptions {
  /** How many attempts may follow the first. Default 3. */
  attempts?: number
  /** Most that the first pause may last, in milliseconds; it doubles with each further one. Default 300. */
  baseDelay?: number
  /** Most that any pause may last, in milliseconds, before `Retry-After` is added to it. Default 5,000. */
  maxDelay?: number
  /**
   * Longest `Retry-After` that the client waits for, in milliseconds. Where the service asks for more, the call
   * fails at once with an `HttpError` whose `retryAfter` says how long. Default 30,000.
   */
  maxRetryAfter?: number
}

/** What a client takes from the world around it: replaced in tests. */
export interface ClientEnvironment {
  /** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  /** A number from 0 up to, but without, 1. */
  random(): number
  /** A fresh unique text: for an `idempotency-key`, and for the `transactionId` of an event without one. */
  newKey(): string
}

/** What both clients take. */
export interface ClientOptions {
  /** Where the operations are: `https://api.example.com`, or in a page a path such as `/api/inbox`. */
  baseUrl: string
  /**
   * Used in place of the global `fetch`. To send cookies to another origin:
   * `(url, init) => fetch(url, { ...init, credentials: 'include' })`.
   */
  fetch?: typeof globalThis.fetch
  /**
   * How long one attempt may take, in milliseconds: what the `headers` and `subscriberHash` functions take counts too.
   * Default 10,000 for an inbox, 30,000 for a server.
   */
  timeout?: number
  /** When and how often a failed attempt is repeated; `false` for never. */
  retry?: RetryOptions | false
  /** For tests: time, chance and keys. */
  environment?: Partial<ClientEnvironment>
}

/** What one call may say about itself. */
export interface CallOptions {
  /** Ends the call. It then rejects with the signal's own reason, and nothing is tried again. */
  signal?: AbortSignal | undefined
  /**
   * Lets the request outlive the page, for a mark made while the page goes away. Browsers allow 64 kB for this:
   * a larger body goes out as an ordinary request, which lives as long as the page does.
   */
  keepalive?: boolean | undefined
  /**
   * The `idempotency-key` of the first attempt of a POST or PATCH: 1 to 255 visible ASCII characters. Left out,
   * the client makes one. A retry after a lost connection or a time-out (504 too) keeps it, a retry after an error
   * answer of the service takes a new one.
   */
  idempotencyKey?: string | undefined
  /** How long one attempt may take, in milliseconds, in place of the client's. */
  timeout?: number | undefined
}
