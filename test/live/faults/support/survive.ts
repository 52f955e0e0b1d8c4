import { expect } from 'vitest'
import { seededRandom } from '../../../setup/seededRandom.ts'
import { callService } from './callService.ts'
import { type Inboxes, openInboxes, pollInterval } from './openInboxes.tsx'
import { type Load, type SentEvent, startLoad } from './startLoad.ts'

const readerCount = 12

/** The time in which requests are counted, in milliseconds: several polls, because single ones are random. */
const rateWindow = 5 * pollInterval

/** An event is in the first page that is requested after it. Another one may arrive before that is rendered. */
const mostPages = 2

/** The longest pause before a stream is opened again after a failure that is expected to pass, in milliseconds. */
const longestPause = 28_000

const hour = 60 * 60 * 1000
const year = 365 * 24 * hour

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
}

const untilEach = async ({ readers }: Inboxes, isMet: (reader: Inboxes['readers'][number]) => boolean) => {
  await expect.poll(() => readers.filter((reader) => !isMet(reader)).length, { timeout: 120_000, interval: 20 }).toBe(0)
}

const isShown = ({ title, to }: SentEvent) => to.shownAt.has(title)

/** Waits until events that are triggered from now on have been shown. */
const untilShown = async ({ events }: Load) => {
  const next = events.length + 4
  await expect.poll(() => events.length >= next && events.every(isShown), { timeout: 120_000, interval: 20 }).toBe(true)
}

/** The most requests within `rateWindow`. */
const highestRate = (requests: readonly number[], since: number) => {
  const times = requests.filter((time) => time >= since).toSorted((a, b) => a - b)
  return Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + rateWindow).length))
}

/** What went wrong. */
interface Harm {
  /** The most requests for a stream that an inbox needed after the repair, if one did not suffice. */
  streams?: number
  /** The events that were shown too late, and after how many pages. */
  late: { title: string; pages: number }[]
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

/** Pages that were requested after an event, and arrived before it was shown. It was missing in all but the last one. */
const findLate = ({ events }: Load): Harm['late'] =>
  events.flatMap(({ title, to, acknowledgedAt }) => {
    const shownAt = to.shownAt.get(title) ?? Infinity
    const pages = to.pages.filter(({ sentAt, arrivedAt }) => sentAt >= acknowledgedAt && arrivedAt <= shownAt).length
    return pages > mostPages ? [{ title, pages }] : []
  })

const findStorm = ({ requests }: Inboxes, since: number): Pick<Harm, 'rate'> => {
  const plainPolling = (readerCount * rateWindow) / pollInterval
  const rate = highestRate(requests, since) / plainPolling
  process.stdout.write(`at most ${rate.toFixed(2)} times the requests of plain polling\n`)
  return rate > 2 ? { rate } : {}
}

/** Waits until each event is shown, and compares what each inbox shows with what was sent. */
const findHarm = async (addresses: Addresses, inboxes: Inboxes, load: Load, since: number): Promise<Harm> => {
  await load.stop()
  await expect.poll(() => load.events.every(isShown), { timeout: 120_000 }).toBe(true)
  return { late: findLate(load), wrong: await findWrong(addresses, inboxes, load), ...findStorm(inboxes, since) }
}

/**
 * Runs a fault under load. Each inbox must be right with the first page that it gets after an event, and live again with
 * the first stream that it opens after the repair, without a loss, a duplicate, or more than twice the requests of plain
 * polling.
 */
export const survive = async (addresses: Addresses, { cause, repair }: Fault): Promise<Harm> => {
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
  const repairedAt = repair ? Date.now() : causedAt
  await untilEach(inboxes, ({ isComplete }) => isComplete)
  const streams = Math.max(
    ...inboxes.readers.map((reader) => reader.streams.filter((sentAt) => sentAt >= repairedAt).length),
  )
  process.stdout.write(`live again after ${Date.now() - repairedAt} ms\n`)
  await untilShown(load)

  return { ...(streams > 1 && { streams }), ...(await findHarm(addresses, inboxes, load, causedAt)) }
}

/**
 * Sets the clocks of the servers ahead and back. No stream may end, and each event must be shown as before.
 * @param set sets them so many milliseconds ahead.
 */
export const surviveClocks = async (addresses: Addresses, set: (lead: number) => void) => {
  const random = seededRandom()
  const inboxes = openInboxes(addresses.proxyUrl, readerCount, random)
  const load = startLoad(addresses.serviceUrl, inboxes.readers, random)
  await untilEach(inboxes, ({ isComplete }) => isComplete)
  const startedAt = Date.now()
  for (const lead of [hour, -hour, year, -year, 0]) {
    set(lead)
    const before = new Map(inboxes.readers.map((reader) => [reader, reader.heartbeats]))
    // With a heartbeat, a proxy ends the streams that are old.
    if (lead > 0)
      await untilEach(inboxes, (reader) => reader.heartbeats > (before.get(reader) ?? 0) || reader.endedStreams > 0)
    await untilShown(load)
  }
  const ended = inboxes.readers.reduce((sum, { endedStreams }) => sum + endedStreams, 0)
  return { ...(ended > 0 && { ended }), ...(await findHarm(addresses, inboxes, load, startedAt)) }
}

/** Runs inboxes whose streams are buffered. They poll, and must not try to open a stream again and again. */
export const surviveBuffering = async (addresses: Addresses): Promise<Harm & { streamsOfReader: number }> => {
  const random = seededRandom()
  const inboxes = openInboxes(addresses.proxyUrl, readerCount, random)
  const load = startLoad(addresses.serviceUrl, inboxes.readers, random)
  const startedAt = Date.now()
  await untilShown(load)
  await untilEach(inboxes, ({ endedStreams }) => endedStreams > 0)
  // As many polls as a pause before another stream would take.
  const polls = new Map(inboxes.readers.map((reader) => [reader, reader.pages.length + longestPause / pollInterval]))
  await untilEach(inboxes, (reader) => reader.pages.length >= (polls.get(reader) ?? 0))

  return {
    streamsOfReader: Math.max(...inboxes.readers.map(({ streams }) => streams.length)),
    ...(await findHarm(addresses, inboxes, load, startedAt)),
  }
}
