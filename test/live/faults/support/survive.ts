import { expect } from 'vitest'
import { seededRandom } from '../../../setup/seededRandom.ts'
import { callService } from './callService.ts'
import { type Inboxes, openInboxes, pollInterval } from './openInboxes.tsx'
import { type Load, type SentEvent, startLoad } from './startLoad.ts'

const readerCount = 12

/** A request and its rendering take this on a busy machine, in milliseconds. */
const slack = 2_000

/** Polls of different pages are spread by a tenth. */
const longestPoll = 1.1 * pollInterval

/** The time in which requests are counted, in milliseconds: several polls, because single ones are random. */
const rateWindow = 5 * pollInterval

/** Live again so soon after the repair, in milliseconds. */
const repairTime = 30_000

/** The longest time until a browser or a proxy notices that a stream is silent, in milliseconds. */
export const longestSilence = 45_000

/** The servers of a test. */
export interface Addresses {
  /** The service that gets the events. */
  serviceUrl: string
  /** The proxy of the inboxes, or a network in front of it. */
  proxyUrl: string
}

/** A fault, and what may follow from it. */
interface Fault {
  /** Causes the fault. */
  cause: () => Promise<void> | void
  /** Repairs it. By default it ends by itself. */
  repair?: () => Promise<void>
  /** How long nobody can notice the fault, in milliseconds: the longest silence of a stream. Default 0. */
  unnoticed?: number
}

const untilEach = async ({ readers }: Inboxes, isMet: (reader: Inboxes['readers'][number]) => boolean) => {
  await expect.poll(() => readers.filter((reader) => !isMet(reader)).length, { timeout: 120_000, interval: 20 }).toBe(0)
}

const isShown = ({ title, to }: SentEvent) => to.shownAt.has(title)

/** Waits until events that are triggered from now on have been shown. */
const untilShown = async ({ events }: Load) => {
  const next = events.length + 4
  await expect.poll(() => events.length >= next && events.every(isShown), { timeout: 60_000, interval: 20 }).toBe(true)
}

/** The most requests within `rateWindow`. */
const highestRate = (requests: readonly number[], since: number) => {
  const times = requests.filter((time) => time >= since).toSorted((a, b) => a - b)
  return Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + rateWindow).length))
}

/** What went wrong. */
interface Harm {
  /** The inboxes that were live again too late, in milliseconds after the repair. */
  liveAgainAfter?: number
  /** The events that were shown too late. */
  late: { title: string; delay: number }[]
  /** The inboxes that don't have each event exactly once, in the service and on the screen. */
  wrong: { sent: string[]; stored: string[]; shown: string[] }[]
  /** The highest rate of requests, if it is more than twice that of plain polling, in multiples of it. */
  rate?: number
}

/** Nothing went wrong. */
export const unharmed: Harm = { late: [], wrong: [] }

const findWrong = async ({ serviceUrl }: Addresses, { readers }: Inboxes, { events }: Load): Promise<Harm['wrong']> => {
  const wrong: Harm['wrong'] = []
  for (const reader of readers) {
    const sent = events.filter(({ to }) => to === reader).map(({ title }) => title)
    const path = `/v1/subscribers/${reader.subscriberId}/notifications/feed?limit=100`
    const { data } = (await callService(serviceUrl, path)) as { data: { subject: string }[] }
    const stored = data.map(({ subject }) => subject)
    const isStored = stored.toSorted().join() === sent.toSorted().join()
    if (!isStored || reader.titles.join() !== stored.join()) wrong.push({ sent, stored, shown: reader.titles })
  }
  return wrong
}

/** An event is due after its acknowledgment, or after the repair if it came during a fault. */
const findLate = ({ events }: Load, patience: number, fault?: { causedAt: number; repairedAt: number }) => {
  const dueFrom = (time: number) =>
    fault && time >= fault.causedAt - patience && time <= fault.repairedAt ? fault.repairedAt : time
  return events.flatMap(({ title, to, acknowledgedAt }) => {
    const delay = (to.shownAt.get(title) ?? Infinity) - dueFrom(acknowledgedAt)
    return delay > patience ? [{ title, delay }] : []
  })
}

const findStorm = ({ requests }: Inboxes, since: number): Pick<Harm, 'rate'> => {
  const plainPolling = (readerCount * rateWindow) / pollInterval
  const rate = highestRate(requests, since) / plainPolling
  process.stdout.write(`at most ${rate.toFixed(2)} times the requests of plain polling\n`)
  return rate > 2 ? { rate } : {}
}

/**
 * Runs a fault under load. Each inbox must be right within one poll interval after the repair, and live again within 30
 * seconds, without a loss, a duplicate, or more than twice the requests of plain polling.
 */
export const survive = async (addresses: Addresses, { cause, repair, unnoticed = 0 }: Fault): Promise<Harm> => {
  const random = seededRandom()
  const inboxes = openInboxes(addresses.proxyUrl, readerCount, random)
  const load = startLoad(addresses.serviceUrl, inboxes.readers, random)
  await untilEach(inboxes, ({ isComplete }) => isComplete)
  await untilShown(load)

  const causedAt = Date.now()
  await cause()
  // Some may be live again before others notice the fault.
  await untilEach(inboxes, ({ incompleteSince }) => incompleteSince >= causedAt)
  await repair?.()
  const repairedAt = repair ? Date.now() : causedAt + unnoticed
  await untilEach(inboxes, ({ isComplete }) => isComplete)
  const liveAgainAfter = Date.now() - repairedAt
  process.stdout.write(`live again after ${liveAgainAfter} ms\n`)
  await untilShown(load)
  await load.stop()
  await expect.poll(() => load.events.every(isShown), { timeout: 30_000 }).toBe(true)

  // A poll that fails lets the next one wait as long as the service has failed.
  const patience = Math.max(longestPoll, repair ? 1.1 * (repairedAt - causedAt) : 0) + slack
  return {
    ...(liveAgainAfter > repairTime && { liveAgainAfter }),
    late: findLate(load, patience, { causedAt, repairedAt }),
    wrong: await findWrong(addresses, inboxes, load),
    ...findStorm(inboxes, causedAt),
  }
}

/** Runs inboxes whose streams are buffered. They poll, and must not try to open a stream again and again. */
export const surviveBuffering = async (addresses: Addresses): Promise<Harm & { streamsOfReader: number }> => {
  const random = seededRandom()
  const inboxes = openInboxes(addresses.proxyUrl, readerCount, random)
  const load = startLoad(addresses.serviceUrl, inboxes.readers, random)
  const startedAt = Date.now()
  await untilShown(load)
  // Long enough to notice it, and to try again.
  await expect.poll(() => Date.now() - startedAt, { timeout: 60_000 }).toBeGreaterThan(repairTime)
  await load.stop()
  await expect.poll(() => load.events.every(isShown), { timeout: 30_000 }).toBe(true)

  return {
    streamsOfReader: inboxes.streamRequests() / readerCount,
    late: findLate(load, longestPoll + slack),
    wrong: await findWrong(addresses, inboxes, load),
    ...findStorm(inboxes, startedAt),
  }
}
