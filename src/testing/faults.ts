import type { InboxOperationName } from '../contract/inboxOperations.ts'
import type { ReceivedRequest } from './receivedRequest.ts'
import { Refusal } from './Refusal.ts'

/** What can go wrong with a request. */
export type Fault =
  /** The connection is lost before the service has done anything. */
  | 'lost-request'
  /** The connection is lost after the service has done what was asked. */
  | 'lost-answer'
  /** The service does what was asked, and no answer ever comes: only the client's own time-out ends it. */
  | 'no-answer'
  /** The network delivers the request twice. The answer to the first one comes back. */
  | 'duplicate'
  | ErrorFault
  | SlowFault
  /** Whatever else may come back instead, such as a gateway's page or a body that breaks off. The service has done nothing. */
  | Response

/** The service, or something in front of it, answers with an error and has done nothing. */
export interface ErrorFault {
  /** From 400. */
  status: number
  /** Headers of the answer, such as `retry-after`. Default none. */
  headers?: Record<string, string>
  /** JSON. Default: an error body as the service's (part 7). */
  body?: unknown
  /** Milliseconds that the answer takes. Default 0. */
  delay?: number
}

/** Something takes its time. Several slow ones of different length come back out of order. */
export interface SlowFault {
  /** Milliseconds, by the clock of `setTimeout`: real, or your test's fake one. */
  delay: number
  /**
   * What is slow: the `request` on its way, the service's `work` (meanwhile the same idempotency-key is refused with
   * 409), or the `answer` on its way back. Default: the answer.
   */
  of?: 'request' | 'work' | 'answer'
}

/** Faults on demand, by operation. */
export interface Faults {
  /** Makes the next `times` requests of an operation go wrong. Default: the next one. */
  fail(operation: InboxOperationName, fault: Fault, times?: number): void
  /**
   * Holds back the answers of an operation from now on, as a slow network does: all of them, or those to the requests
   * that `which` picks. The last hold that picks a request has it. Returns a release, which lets out what it held and
   * ends it: releasing a later hold first makes answers come out of order.
   */
  hold(operation: InboxOperationName, which?: (request: ReceivedRequest) => boolean): () => void
  /** Ends all faults and lets out what was held. What is merely slow takes its time. */
  clear(): void
}

/** What the service asks before it answers. */
export interface FaultPlan extends Faults {
  next(operation: InboxOperationName): Fault | undefined
  held(request: ReceivedRequest): Promise<void>
}

interface Gate {
  operation: InboxOperationName
  which: (request: ReceivedRequest) => boolean
  opened: Promise<void>
  open: () => void
}

/** For how long a fault makes a request wait at one of its stages, in milliseconds. */
export const delayOf = (fault: Fault | undefined, stage: NonNullable<SlowFault['of']>): number => {
  if (typeof fault !== 'object' || fault instanceof Response) return 0
  const slow = 'status' in fault ? 'answer' : (fault.of ?? 'answer')
  return slow === stage ? (fault.delay ?? 0) : 0
}

/**
 * What a fault answers in the service's place, if it does.
 * @param now milliseconds since 1970.
 */
export const answerInstead = (fault: Fault | undefined, { pathname }: URL, now: number): Response | undefined => {
  // A body can be read once, and the same fault may be asked for several times.
  if (fault instanceof Response) return fault.clone()
  if (typeof fault !== 'object' || !('status' in fault)) return undefined
  const { status, headers = {}, body } = fault
  return body === undefined
    ? new Refusal(status, 'The test service failed on request.', { headers }).toResponse(pathname, now)
    : Response.json(body, { status, headers })
}

export const createFaultPlan = (): FaultPlan => {
  const planned = new Map<InboxOperationName, Fault[]>()
  let gates: Gate[] = []

  return {
    fail: (operation, fault, times = 1) => {
      planned.set(operation, [...(planned.get(operation) ?? []), ...Array.from({ length: times }, () => fault)])
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
    next: (operation) => planned.get(operation)?.shift(),
    held: async (request) =>
      gates.findLast(({ operation, which }) => operation === request.operation && which(request))?.opened,
  }
}
