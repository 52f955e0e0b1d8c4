import { clocks } from '../client/clock.ts'

/** The subscriber of a failed request, and the id of that request. */
interface Newcomer {
  subscriberId: string
  requestId?: string | undefined
}

/** A subscriber is registered once within this time, in milliseconds: reading an inbox must not write at will. */
const registeredFor = 60_000

/** The most registrations that are remembered. */
const maxRegistered = 10_000

/**
 * Registers a subscriber, for requests that failed because the service did not know them. Requests at the same time
 * share one registration.
 *
 * @param startedAt when the failed request started, by the monotonic clock.
 * @returns undefined if the subscriber was registered shortly before that, so that something else failed.
 */
export type Register = (newcomer: Newcomer, startedAt: number) => Promise<unknown> | undefined

export const createRegister = (send: (newcomer: Newcomer) => Promise<unknown>): Register => {
  /** The oldest is first. */
  const registrations = new Map<string, { at: number; done: Promise<unknown> }>()

  return (newcomer, startedAt) => {
    const { subscriberId } = newcomer
    const last = registrations.get(subscriberId)
    if (last && last.at >= startedAt) return last.done
    if (last && startedAt - last.at < registeredFor) return undefined
    const done = send(newcomer)
    registrations.delete(subscriberId)
    const [oldest] = registrations.keys()
    if (registrations.size >= maxRegistered && oldest !== undefined) registrations.delete(oldest)
    registrations.set(subscriberId, { at: clocks.monotonic(), done })
    // The next request tries again.
    done.catch(() => registrations.delete(subscriberId))
    return done
  }
}
