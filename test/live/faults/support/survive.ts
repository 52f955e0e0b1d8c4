import { expect } from 'vitest'
import { callService } from './callService.ts'
import { type Inboxes, openInboxes, pollInterval } from './openInboxes.tsx'
import { seededRandom } from './seededRandom.ts'
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
export const unnoticed = 45_000

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

const isEveryInbox = ({ readers }: Inboxes, isMet: (reader: Inboxes['readers'][number]) => boolean) =>
  expect.poll(() => readers.filter((reader) => !isMet(reader)).length, { timeout: 120_000, interval: 20 }).toBe(0)

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

/** Checks that each event is in the service and on the screen exactly once. */
const checkInboxes = async ({ serviceUrl }: Addresses, { readers }: Inboxes, { events }: Load) => {
  for (const reader of readers) {
    const sent = events.filter(({ to }) => to === reader).map(({ title }) => title)
    const path = `/v1/subscribers/${reader.subscriberId}/notifications/feed?limit=100`
    const { data } = (await callService(serviceUrl, path)) as { data: { subject: string }[] }
    const stored = data.map(({ subject }) => subject)
    expect(stored.toSorted()).toEqual(sent.toSorted())
    expect(reader.titles).toEqual(stored)
  }
}

/** Checks that each event was shown in time: after its acknowledgment, or after the repair if it came during a fault. */
const checkDelays = ({ events }: Load, patience: number, fault?: { causedAt: number; repairedAt: number }) => {
  const dueFrom = (time: number) =>
    fault && time >= fault.causedAt - patience && time <= fault.repairedAt ? fault.repairedAt : time
  const late = events.flatMap(({ title, to, acknowledgedAt }) => {
    const delay = (to.shownAt.get(title) ?? Infinity) - dueFrom(acknowledgedAt)
    return delay > patience ? [{ title, delay }] : []
  })
  expect(late).toEqual([])
}

/** Checks that there were never more than twice the requests of plain polling. */
const checkRate = ({ requests }: Inboxes, since: number) => {
  const plainPolling = (readerCount * rateWindow) / pollInterval
  const rate = highestRate(requests, since) / plainPolling
  process.stdout.write(`at most ${rate.toFixed(2)} times the requests of plain polling\n`)
  expect(rate).toBeLessThanOrEqual(2)
}

/**
 * Runs a fault under load. Checks that each inbox is right within one poll interval after the repair, live again within
 * 30 seconds, that nothing is lost or duplicated, and that there are never more than twice the requests of plain polling.
 */
export const survive = async (addresses: Addresses, { cause, repair, unnoticed = 0 }: Fault): Promise<void> => {
  const random = seededRandom()
  const inboxes = openInboxes(addresses.proxyUrl, readerCount, random)
  const load = startLoad(addresses.serviceUrl, inboxes.readers, random)
  await isEveryInbox(inboxes, ({ isComplete }) => isComplete)
  await untilShown(load)

  const causedAt = Date.now()
  await cause()
  // Some may be live again before others notice the fault.
  await isEveryInbox(inboxes, ({ incompleteSince }) => incompleteSince >= causedAt)
  await repair?.()
  const repairedAt = repair ? Date.now() : causedAt + unnoticed
  await isEveryInbox(inboxes, ({ isComplete }) => isComplete)
  const liveAgainAt = Date.now()
  await untilShown(load)
  await load.stop()
  await expect.poll(() => load.events.every(isShown), { timeout: 30_000 }).toBe(true)

  expect(liveAgainAt - repairedAt).toBeLessThanOrEqual(repairTime)
  // A poll that fails lets the next one wait as long as the service has failed.
  const patience = Math.max(longestPoll, repair ? 1.1 * (repairedAt - causedAt) : 0) + slack
  checkDelays(load, patience, { causedAt, repairedAt })
  await checkInboxes(addresses, inboxes, load)
  checkRate(inboxes, causedAt)
  process.stdout.write(`live again after ${liveAgainAt - repairedAt} ms\n`)
}

/** Runs inboxes whose streams are buffered. They poll, and do not try to open a stream again and again. */
export const surviveBuffering = async (addresses: Addresses): Promise<void> => {
  const random = seededRandom()
  const inboxes = openInboxes(addresses.proxyUrl, readerCount, random)
  const load = startLoad(addresses.serviceUrl, inboxes.readers, random)
  const startedAt = Date.now()
  await untilShown(load)
  // Long enough to notice it, and to try again.
  await expect.poll(() => Date.now() - startedAt, { timeout: 60_000 }).toBeGreaterThan(repairTime)
  await load.stop()
  await expect.poll(() => load.events.every(isShown), { timeout: 30_000 }).toBe(true)

  expect(inboxes.readers.some(({ isLive }) => isLive)).toBe(false)
  expect(inboxes.streamRequests()).toBe(readerCount)
  checkDelays(load, longestPoll + slack)
  await checkInboxes(addresses, inboxes, load)
  checkRate(inboxes, startedAt)
}
