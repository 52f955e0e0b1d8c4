import type { Notification } from './notifications.ts'

/** A request of a contestant's client, without the path below which the benchmark serves its backend. */
export interface BackendRequest {
  method: string
  path: string
  query: URLSearchParams
  /** Parsed JSON. `{}` if there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each service has its own shape, and this is no product code
  body: any
}

export interface BackendResponse {
  /** Default 200. */
  status?: number
  /** Default: no content. */
  json?: unknown
}

/** Responds as a peer's service does to the requests of its inbox. `undefined` for a request that it doesn't know. */
export type Backend = (request: BackendRequest) => BackendResponse | undefined

/** The notifications are the ones that `makeNotifications` creates. */
export type CreateBackend = (notifications: readonly Notification[]) => Backend
