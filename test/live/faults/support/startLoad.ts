import { onTestFinished } from 'vitest'
import { callService } from './callService.ts'
import type { Reader } from './openInboxes.tsx'

/** Between two events, in milliseconds. */
const eventEvery = 500

/** Before an event that failed is sent again, in milliseconds: its server may be starting. */
const againAfter = 250

/** An event that the service has acknowledged. */
export interface SentEvent {
  title: string
  to: Reader
  /** In milliseconds since 1970. */
  acknowledgedAt: number
}

/** Triggers events for readers at random until `stop`. An event that fails is sent again, as an app's queue does. */
export const startLoad = (serviceUrl: string, readers: readonly Reader[], random: () => number) => {
  const events: SentEvent[] = []
  const sending = new Set<Promise<void>>()
  let count = 0

  const send = async (title: string, to: Reader): Promise<void> => {
    const event = { name: 'announcement', to: to.subscriberId, transactionId: title, payload: { title, text: 'News' } }
    try {
      await callService(serviceUrl, '/v1/events/trigger/bulk', { events: [event] })
      events.push({ title, to, acknowledgedAt: Date.now() })
    } catch {
      // The service is dead or unreachable, which nothing reports when it ends.
      await new Promise((resolve) => setTimeout(resolve, againAfter))
      await send(title, to)
    }
  }
  const timer = setInterval(() => {
    const to = readers[Math.floor(random() * readers.length)]
    if (!to) return
    const sent = send(`Event ${(count += 1)}`, to)
    sending.add(sent)
    void sent.then(() => sending.delete(sent))
  }, eventEvery)
  onTestFinished(() => clearInterval(timer))
  return {
    events,
    /** Resolves when each event is acknowledged. */
    stop: async () => {
      clearInterval(timer)
      await Promise.all(sending)
    },
  }
}

/** The load of a test. */
export type Load = ReturnType<typeof startLoad>
