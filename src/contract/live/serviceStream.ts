/**
 * The stream of hints from the service to proxies: `GET /v1/live` with the API key, as `text/event-stream`. It is not
 * an operation of the interface, and only tidings/service has it. One stream serves all subscribers of the environment.
 *
 * - `event: status`, `data: {"complete":true}`: first, and after each change.
 * - `event: hint`, with an id, `data: {"subscriberIds":["ada"]}`. See `ServiceHint`.
 * - `event: lost`, `data: {}`: the service no longer has the hints since `Last-Event-ID`. Anything may have changed.
 * - a comment: immediately, and then every 20 seconds.
 */
export const serviceLivePath = '/v1/live'

/** The data of `event: hint` in the service's stream. */
export interface ServiceHint {
  /** The ids of the subscribers whose notifications changed, or `all`. */
  subscriberIds: readonly string[] | 'all'
  /** The id of the browser's stream that caused the change and needs no hint. See `streamIdHeader`. */
  streamId?: string
}
