import type { ProxyOperationName } from '../contract/extensions/proxyOperations.ts'
import { ErrorResponse } from './ErrorResponse.ts'
import type { ReceivedRequest, RouteName } from './receivedRequest.ts'

/** A failure of a request. */
export type Fault =
  /** The connection is lost before the service processes the request. */
  | 'lost-request'
  /** The connection is lost after the service processed the request. */
  | 'lost-response'
  /** The service processes the request but never responds. Only the client's timeout ends the request. */
  | 'no-response'
  /** The network delivers the request twice. The client gets the response to the first one. */
  | 'duplicate'
  | ErrorFault
  | SlowFault
  /**
   * Any other response, such as the error page of a gateway or a truncated body. The service doesn't process the
   * request.
   */
  | Response

/** An error response from the service or a proxy before it. The service doesn't process the request. */
export interface ErrorFault {
  /** HTTP status, 400 or higher. */
  status: number
  /** Headers of the response, such as `retry-after`. Default: none. */
  headers?: Record<string, string>
  /** The body, as JSON. Default: an error body like the service's. */
  body?: unknown
  /** Milliseconds until the response arrives. Default 0. */
  delay?: number
}

/** A delay. Requests with different delays complete out of order. */
export interface SlowFault {
  /** Milliseconds of `setTimeout`, real or fake. */
  delay: number
  /**
   * The delayed part: the `request`, the service's `work`, or the `response`. During `work`, another request
   * with the same idempotency key gets status 409. Default: `response`.
   */
  of?: 'request' | 'work' | 'response'
}

/** Injects faults, by operation. */
export interface Faults {
  /**
   * Makes the next `times` requests of an operation fail. Default 1; `Infinity`: until `clear`. A client with retries
   * sends a request up to 4 times.
   */
  fail(operation: ProxyOperationName, fault: Fault, times?: number): void
  /**
   * Delays the responses of an operation until released, as a slow network does. `which` limits it to some requests;
   * the latest matching hold applies. Returns a function that ends the hold and releases its responses. Release a later
   * hold first to make responses arrive out of order.
   */
  hold(operation: ProxyOperationName, which?: (request: ReceivedRequest) => boolean): () => void
  /**
   * Ends all faults and holds, and releases the responses. Requests that a SlowFault delays complete after their delay.
   */
  clear(): void
}

/** The faults as the service sees them. */
export interface FaultPlan extends Faults {
  /** As in `Faults`, for the stream of hints too. */
  fail(route: RouteName, fault: Fault, times?: number): void
  /** Takes the next planned fault of an operation, or of the stream of hints. */
  next(route: RouteName): Fault | undefined
  /** Resolves when no hold delays the response to this request. */
  held(request: ReceivedRequest): Promise<void>
}

interface Gate {
  operation: ProxyOperationName
  which: (request: ReceivedRequest) => boolean
  opened: Promise<void>
  open: () => void
}

/** How long a fault delays a request at a stage, in milliseconds. */
export const delayOf = (fault: Fault | undefined, stage: NonNullable<SlowFault['of']>): number => {
  if (typeof fault !== 'object' || fault instanceof Response) return 0
  const slow = 'status' in fault ? 'response' : (fault.of ?? 'response')
  return slow === stage ? (fault.delay ?? 0) : 0
}

/**
 * The response that a fault causes instead of the service's. undefined if the service responds.
 * @param now milliseconds since 1970.
 */
export const respondInstead = (fault: Fault | undefined, { pathname }: URL, now: number): Response | undefined => {
  // A body can be read once, but a fault may apply to several requests.
  if (fault instanceof Response) return fault.clone()
  if (typeof fault !== 'object' || !('status' in fault)) return undefined
  const { status, headers = {}, body } = fault
  return body === undefined
    ? new ErrorResponse(status, 'A test injected this failure.', { headers }).toResponse(pathname, now)
    : Response.json(body, { status, headers })
}

export const createFaultPlan = (): FaultPlan => {
  const planned = new Map<RouteName, { fault: Fault; times: number }[]>()
  let gates: Gate[] = []

  return {
    fail: (operation, fault, times = 1) => {
      planned.set(operation, [...(planned.get(operation) ?? []), { fault, times }])
    },
    hold: (operation, which = () => true) => {
      let open = () => {}
      const opened = new Promise<void>((resolve) => (open = resolve))
      const gate = { operation, which, opened, open }
      gates = [...gates, gate]
      return () => {
        gates = gates.filter((other) => other !== gate)
        open()
      }
    },
    clear: () => {
      planned.clear()
      for (const { open } of gates) open()
      gates = []
    },
    next: (operation) => {
      const [plan] = planned.get(operation) ?? []
      if (!plan) return undefined
      plan.times -= 1
      if (plan.times <= 0) planned.get(operation)?.shift()
      return plan.fault
    },
    held: async (request) =>
      gates.findLast(({ operation, which }) => operation === request.operation && which(request))?.opened,
  }
}
