import type { InboxOperationName } from '../contract/inboxOperations.ts'

/** What can go wrong with a request. */
export type Fault =
  /** The connection is lost before the service has done anything. */
  | 'lost-request'
  /** The connection is lost after the service has done what was asked. */
  | 'lost-answer'
  /** The service answers with an error, and has done nothing. */
  | { status: number; headers?: Record<string, string>; body?: unknown }

/** Faults on demand, by operation. */
export interface Faults {
  /** Makes the next `times` requests of an operation fail. Default: the next one. */
  fail(operation: InboxOperationName, fault: Fault, times?: number): void
  /**
   * Holds back the answers of an operation from now on, as a slow network does. Returns a release, which lets out
   * those held and all that follow.
   */
  hold(operation: InboxOperationName): () => void
  /** Ends all faults and lets out what was held. */
  clear(): void
}

/** What the service asks before it answers. */
export interface FaultPlan extends Faults {
  next(operation: InboxOperationName): Fault | undefined
  held(operation: InboxOperationName): Promise<void>
}

export const createFaultPlan = (): FaultPlan => {
  const planned = new Map<InboxOperationName, Fault[]>()
  const gates = new Map<InboxOperationName, { opened: Promise<void>; open: () => void }>()

  return {
    fail: (operation, fault, times = 1) => {
      planned.set(operation, [...(planned.get(operation) ?? []), ...Array.from({ length: times }, () => fault)])
    },
    hold: (operation) => {
      let open = () => {}
      const opened = new Promise<void>((resolve) => (open = resolve))
      const gate = { opened, open }
      gates.set(operation, gate)
      return () => {
        if (gates.get(operation) === gate) gates.delete(operation)
        open()
      }
    },
    clear: () => {
      planned.clear()
      for (const { open } of gates.values()) open()
      gates.clear()
    },
    next: (operation) => planned.get(operation)?.shift(),
    held: async (operation) => gates.get(operation)?.opened,
  }
}
