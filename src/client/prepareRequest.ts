import type { FieldIssue } from '../contract/fieldIssues.ts'
import type { GuardedOperation } from '../contract/inbox/guardedOperations.ts'
import { idRule, maxIdempotencyKey, operationPath } from '../contract/operation.ts'
import type { CallOptions } from './clientOptions.ts'
import { RequestError } from './errors/RequestError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'
import { inDevelopment } from './errors/warnOnce.ts'

/** The input of an operation. */
export interface RequestInput {
  /** The id of the subscriber. Default: the operation is about none. */
  subscriberId?: string
  /** The query. Default: none. */
  query?: object | undefined
  /** The body. Default: none. */
  body?: object | undefined
  /** `x-request-id` of a request of the proxy. Undefined: the service creates one. */
  requestId?: string | undefined
  /** How it is called. Default: as the client is set up. */
  call?: CallOptions | undefined
}

/** A checked and serialized request. */
export interface PreparedRequest {
  /** Path and query, below `baseUrl`. */
  path: string
  /** JSON. Undefined if the operation has none. */
  body: string | undefined
}

/** @throws RequestError, with every invalid field. */
export const prepareRequest = (
  task: TidingsTask,
  operation: GuardedOperation<unknown>,
  input: RequestInput,
): PreparedRequest => {
  const issues: FieldIssue[] = checkCall(input.call)
  const path = pathOf(operation, input.subscriberId, issues)
  const query = operation.query?.(input.query ?? {}, issues)
  const body = operation.body?.(input.body, issues)
  if (issues.length > 0) throw new RequestError(task, issues)
  return { path: path + toQuery(query), body: JSON.stringify(body) }
}

const visible = /^[\x21-\x7e]+$/

const checkCall = ({ idempotencyKey: key, timeout }: CallOptions = {}): FieldIssue[] => [
  ...(key === undefined || (visible.test(key) && key.length <= maxIdempotencyKey)
    ? []
    : [{ field: 'idempotencyKey', message: `must be 1 to ${maxIdempotencyKey} visible ASCII characters` }]),
  ...checkTimeout(timeout),
]

/** `Infinity` is valid; 0 and NaN are not. */
export const checkTimeout = (timeout: number | undefined): FieldIssue[] =>
  timeout === undefined || timeout > 0
    ? []
    : [{ field: 'timeout', message: 'must be a number of milliseconds above 0' }]

const pathOf = (
  operation: GuardedOperation<unknown>,
  subscriberId: string | undefined,
  issues: FieldIssue[],
): string => {
  try {
    return operationPath(operation, subscriberId)
  } catch {
    const message =
      inDevelopment(
        () =>
          process.env.NODE_ENV !== 'production' &&
          typeof subscriberId === 'number' &&
          `must be a string, not the number ${String(subscriberId)}: use String(id)`,
      ) ?? idRule
    issues.push({ field: 'subscriberId', message })
    return ''
  }
}

const toQuery = (query: unknown): string => {
  // A list is repeated.
  const given = Object.entries(query ?? {}).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
  // URLSearchParams converts numbers and flags to text.
  const text = new URLSearchParams(given as [string, string][]).toString()
  return text === '' ? '' : `?${text}`
}
