/**
 * The stream of hints from the proxy to a browser: `GET {baseUrl}/v1/subscribers/{subscriberId}/live`, as
 * `text/event-stream`. It is not an operation of the service. The stream has no notifications: it only says that
 * something changed, and the browser fetches as it does when it polls.
 *
 * - `event: status`, `data: {"complete":true}`: first, and after each change. See `LiveStatus`.
 * - `event: hint`, `data: {}`: something of this subscriber changed. See `LiveHint`.
 * - a comment: immediately, and then every 20 seconds, so that a dead connection is detected.
 */
export const livePath = { path: '/v1/subscribers/{subscriberId}/live' } as const

/**
 * The header with the id of a browser's stream: a random text. The browser sends it when it opens the stream, and with
 * each mark. The stream gets no hint of a mark that its own browser made.
 */
export const streamIdHeader = 'tidings-stream'

/**
 * The parameter of the stream's URL with the `liveToken` of the browser's first page. With it, the proxy knows whether
 * something has changed since. It is no header, because a gateway may not allow another one.
 */
export const liveTokenParameter = 'token'

export const eventStreamType = 'text/event-stream'

/** The longest stream id, in characters. */
export const maxStreamId = 64

/** How often a stream sends a comment, in milliseconds. */
export const heartbeatEvery = 20_000

/** The longest time that a hint is spread over, in milliseconds. */
export const longestSpread = 20_000

/** The data of `event: status`. */
export interface LiveStatus {
  /**
   * Whether there is a hint for every change. If not, some notifications arrive without one, and the browser polls as
   * often as it does without a stream.
   */
  complete: boolean
  /** In the first status: nothing has changed since the page whose token the browser has sent. Default: not known. */
  current?: boolean
}

/** The data of `event: hint`. */
export interface LiveHint {
  /**
   * The browser waits a random part of this before it fetches, in milliseconds, because many others got the same hint.
   * Default 0.
   */
  spread?: number
  /** The service has accepted the event, but may store the notification only later. Default false. */
  early?: boolean
}
