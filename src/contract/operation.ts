import type * as z from 'zod/mini'

/** An operation of the service: all facts that the client, the proxy and the service share. */
export interface Operation {
  /** HTTP method. */
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /**
   * Path, with `{subscriberId}` for the subscriber's id: `/v2/subscribers/{subscriberId}/preferences`. `{id}` stands
   * for that of a notification, or the transaction id of an event.
   */
  path: string
  /** Schema of the query. Undefined: the operation has none. */
  query?: z.ZodMiniType
  /** Schema of the body. Undefined: the operation has none. */
  body?: z.ZodMiniType
  /** Schema of the response, without its envelope. With the status 204: `noContent`. */
  response: z.ZodMiniType
  /** HTTP status of a successful response. */
  status: 200 | 201 | 204
  /** Whether it changes messages of an inbox, whose other tabs and devices then get a hint. Default false. */
  changesFeed?: boolean
  /** List in the body that has a maximum length. */
  limit?: {
    /** Name of the list: "subscribers". */
    field: string
    /** Maximum number of entries. */
    max: number
  }
}

/** The header that makes a repeated POST, PATCH or DELETE safe. */
export const idempotencyHeader = 'idempotency-key'
/** The maximum length of an idempotency key, in characters. */
export const maxIdempotencyKey = 255

/**
 * The header of a write to the origin of its own page: "1". A page of another origin can't send it without a preflight,
 * so the proxy accepts it behind a server that replaces the host. Requests to another origin don't have it, because a
 * gateway may not allow another header.
 */
export const pageHeader = 'x-tidings'

/** Whether an operation changes data, and so has an `idempotency-key`. */
export const isWrite = (operation: Pick<Operation, 'method'>): boolean => operation.method !== 'GET'

/**
 * The path of an operation below `baseUrl`, with the subscriber's id percent-encoded: an id may contain slashes, spaces
 * or any other character.
 * @throws TypeError for an id that no URL can contain: an empty one, "." and ".." (which every URL parser resolves as
 * dot segments, percent-encoded or not), and one with half of a surrogate pair.
 */
export const operationPath = (operation: Pick<Operation, 'path'>, subscriberId?: string): string => {
  if (!operation.path.includes('{subscriberId}')) return operation.path
  if (!isAddressable(subscriberId)) throw new TypeError(`${JSON.stringify(subscriberId)} ${idRule}`)
  return operation.path.replace('{subscriberId}', () => encodeURIComponent(subscriberId))
}

/**
 * The path of an operation on a notification, with its `{id}` percent-encoded.
 * @throws TypeError for an id that no URL can contain: see `operationPath`.
 */
export const notificationPath = (path: string, id: string): string => {
  if (!isAddressable(id)) throw new TypeError(`${JSON.stringify(id)} ${idRule}`)
  return path.replace('{id}', () => encodeURIComponent(id))
}

/** The rule for ids in a URL, as the end of a sentence. */
export const idRule = 'must be a well-formed string, not "", "." or ".."'

/** Whether a URL can contain the id. A caller without types can pass null, which would become the subscriber "null". */
export const isAddressable = (id: unknown): id is string =>
  typeof id === 'string' && !/^\.{0,2}$/.test(id) && !/\p{Surrogate}/u.test(id)
