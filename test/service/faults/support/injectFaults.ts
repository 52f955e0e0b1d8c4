import { expect } from 'vitest'
import { shuffled } from './shuffled.ts'
import type { Clients } from './startClients.ts'
import { type Providers, titlesOf } from './startProviders.ts'

/** How many faults each part of a run injects. */
export const faultCount = Number(process.env['FAULTS'])

/** After a fault, the service must work again within this time, in milliseconds: it detects a dropped connection after 10 s. */
const longestRecovery = 30_000

/**
 * Once the service works again, an event must be acknowledged and sent within this time, in milliseconds, while another
 * provider does not respond. The service waits ten seconds for each message to that one, of which there are more than
 * two services send in two turns.
 */
const longestSending = 15_000

/** The most messages that a service sends over one integration at once. */
const mostAtOnce = 10

/** A kind of fault. */
export interface Fault {
  /** How many of a series of faults are of this kind. */
  share: number
  /** Causes the fault, and resolves at its end. */
  cause: () => Promise<unknown> | void
  /** Starts what the fault has ended. */
  repair?: () => Promise<unknown>
}

/**
 * Injects faults while clients work and a provider has one of its moods, each as soon as the service works again after
 * the one before. Returns how many milliseconds that took after each fault, by its kind.
 */
export const injectFaults = async (
  faults: Record<string, Fault>,
  clients: Clients,
  providers: Providers,
  random: () => number,
) => {
  const times = new Map<string, number[]>(Object.keys(faults).map((kind) => [kind, []]))
  const series = Object.keys(faults).flatMap((kind) => Array<string>(faults[kind]?.share ?? 0).fill(kind))
  let queue: string[] = []
  for (let count = 0; count < faultCount; count += 1) {
    if (queue.length === 0) queue = shuffled(series, random)
    const kind = queue.pop() ?? ''
    const fault = faults[kind]
    if (!fault) throw new Error(`no fault ${kind}`)
    const { mood, isHolding } = await providers.changeMood()
    if (isHolding) {
      await clients.alertEveryone(6 * mostAtOnce)
      const held = () => ({ kind, mood, isFull: providers.sms.heldCount() >= mostAtOnce })
      await expect.poll(held, { timeout: longestRecovery, interval: 5 }).toEqual({ kind, mood, isFull: true })
    }
    const writes = clients.counts.acknowledged + Math.floor(random() * 20)
    await expect
      .poll(() => clients.counts.acknowledged, { timeout: longestRecovery, interval: 3 })
      .toBeGreaterThan(writes)
    await fault.cause()
    const endedAt = performance.now()
    await fault.repair?.()
    await expect
      .poll(() => ({ kind, mood, ...clients.missingSince(endedAt) }), { timeout: longestRecovery, interval: 5 })
      .toEqual({ kind, mood, problems: [], unanswered: 0, silent: 0 })
    times.get(kind)?.push(performance.now() - endedAt)
    // Whatever the mood, events are acknowledged, and another provider gets one of their messages. Not each at once: a
    // try that a fault breaks off is repeated after 30 seconds.
    const titles = new Set<string>()
    const works = async () => {
      for (const title of await clients.alertEveryone(1)) titles.add(title)
      return {
        kind,
        mood,
        isSent: providers.push.deliveries.some(({ title }) => titlesOf(title).some((each) => titles.has(each))),
      }
    }
    await expect.poll(works, { timeout: longestSending, interval: 50 }).toEqual({ kind, mood, isSent: true })
  }
  await providers.recover()
  return times
}

/** Prints how often each kind of fault was injected, and how long recovery took. */
export const printFaults = (
  times: ReadonlyMap<string, readonly number[]>,
  { counts }: Clients,
  { sms }: Pick<Providers, 'sms'>,
) => {
  const seconds = (value = 0) => `${(value / 1000).toFixed(2)} s`.padStart(9)
  const lines = [...times].map(([kind, values]) => {
    const sorted = values.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)]
    return `${String(values.length).padStart(4)}  ${kind.padEnd(50)}${seconds(median)}${seconds(sorted.at(-1))}`
  })
  process.stdout.write(
    [
      'faults, and recovery after them                              p50      max',
      ...lines,
      `${faultCount} faults, ${counts.attempts} requests, ${counts.acknowledged} acknowledged writes, ${counts.repeated} repetitions`,
      `messages that met a provider that ${[...sms.met].map(([mood, count]) => `${mood}: ${count}`).join(', ')}`,
      '',
    ].join('\n'),
  )
}
