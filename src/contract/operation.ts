import type * as z from 'zod/mini'

/** One operation of the service: all that the client, the proxy and the service need to know of it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH'
  /** Path with `{subscriberId}` where it names one. */
  path: string
  /** Schema of the query. */
  query?: z.ZodMiniType
  /** Schema of the body. */
  body?: z.ZodMiniType
  /** Schema of the answer, envelope taken off. */
  answer: z.ZodMiniType
  /** Status of a good answer. */
  status: 200 | 201
  /** A list in the body that has a largest length (part 8). */
  limit?: { field: string; max: number }
}

/** The header that makes a repeated POST or PATCH safe (part 4). */
export const idempotencyHeader = 'idempotency-key'
/** Most characters of an idempotency key (part 8). */
export const maxIdempotencyKey = 255

/** Whether an operation changes something, and so carries an `idempotency-key` (part 4). */
export const isWrite = (operation: Pick<Operation, 'method'>): boolean => operation.method !== 'GET'

/**
 * The address of an operation below `baseUrl`, with the subscriber's id encoded: an id may hold slashes, spaces
 * or anything else.
 * @throws TypeError for an id that no address can carry: an empty one, "." and ".." (which every URL parser
 * takes as a step through the path, percent-encoded or not), and one with half of a surrogate pair.
 */
export const operationPath = (operation: Pick<Operation, 'path'>, subscriberId?: string): string => {
  if (!operation.path.includes('{subscriberId}')) return operation.path
  if (!isAddressable(subscriberId)) throw new TypeError(`The subscriberId ${JSON.stringify(subscriberId)} ${idRule}.`)
  return operation.path.replace('{subscriberId}', () => encodeURIComponent(subscriberId))
}

/** What an id must be to be part of a URL. */
export const idRule = 'must be a well-formed string that is not empty, "." or ".."'

// Also what only a caller without types can pass: null would become the subscriber "null".
const isAddressable = (id: unknown): id is string =>
  typeof id === 'string' && !/^\.{0,2}$/.test(id) && !/\p{Surrogate}/u.test(id)
