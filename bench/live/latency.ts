import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { installChromium } from '../../scripts/setup/installChromium.ts'
import { createServiceClient, type ServiceClient } from '../../src/client/index.ts'
import { buildPage } from '../buildPage.ts'
import { apiKey } from '../processes/apiKey.ts'
import { type Child, startChild } from '../processes/child.ts'
import { now, pause, percentile } from '../processes/clock.ts'
import type { InboxServer } from '../processes/inboxServer.ts'
import { ms, type Result, times } from '../report.ts'
import { type Backends, startBackends } from './backends.ts'
import type { BroadcastReaders } from './broadcastReaders.ts'
import { numberedWorkspace } from './numberedWorkspace.ts'
import type { Shown } from './page/probes.ts'

const [mostTypical, mostSingle, mostBurst, afterSpread, mostFactor] = [150, 1_000, 1_500, 1_000, 2]

/** Between two events of a reader, in milliseconds. Closer ones share a fetch, as in a burst. */
const apart = 2_100

/** An event may have so many recipients. */
const mostRecipients = 100

/** The badge shows no higher number. */
const highestBadge = 99

/**
 * A service that gets events, and a proxy that serves inboxes. They are in different processes if a bus connects them.
 */
interface Setup {
  service: ServiceClient
  proxyUrl: string
}

const startSetups = async (backends: Backends, pageFolder: string) => {
  const servers: Child<InboxServer>[] = []
  const start = async (data: string, live?: { redis: string }) => {
    const server = startChild<InboxServer>(import.meta.resolve('../processes/inboxServer.ts'))
    servers.push(server)
    const serviceUrl = await server.call('service', { data, workspace: numberedWorkspace, ...(live && { live }) })
    return { serviceUrl, proxyUrl: await server.call('proxy', { serviceUrl, pageFolder }) }
  }
  const connect = (serviceUrl: string) => createServiceClient({ baseUrl: serviceUrl, apiKey })
  /** Two processes with a service and a proxy each. The first one gets the events, the other one serves the inboxes. */
  const startTwo = async (name: string, live?: { redis: string }): Promise<Setup> => {
    const data = await backends.createDatabase(name)
    // One after another, because each creates the tables.
    const first = await start(data, live)
    const second = await start(data, live)
    return { service: connect(first.serviceUrl), proxyUrl: second.proxyUrl }
  }
  const { serviceUrl, proxyUrl } = await start(await backends.createDatabase('one_process'))
  return {
    one: { service: connect(serviceUrl), proxyUrl } satisfies Setup,
    postgres: await startTwo('over_postgres'),
    redis: await startTwo('over_redis', { redis: backends.redis }),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

/** The browser of a reader, with an inbox that is live. */
const openInbox = async (browser: Browser, { proxyUrl }: Setup, subscriberId: string, isOpen: boolean) => {
  // A context of its own: readers share no stream.
  const page = await browser.newPage({ viewport: { width: 900, height: 800 } })
  await page.goto(`${proxyUrl}/?subscriber=${subscriberId}`)
  if (isOpen) await page.locator('.tidings-bell').click()
  await painted(page, { kind: 'live' })
  return page
}

/**
 * Resolves with the time at which the page had painted something.
 * @throws Error with the page's text after 30 seconds.
 */
const painted = async (page: Page, shown: Shown): Promise<number> => {
  const late = pause(30_000).then(() => undefined)
  const time = await Promise.race([page.evaluate((what) => window.liveProbes.painted(what), shown), late])
  if (time !== undefined) return time
  throw new Error(`${JSON.stringify(shown)} was not painted: ${await page.locator('body').innerText()}`)
}

/** Something that a reader sees after someone else's action. */
type Measure = (run: number) => Promise<number>

/** From the trigger to the painted row or badge. */
const measureTrigger =
  (page: Page, { service }: Setup, subscriberId: string, show: (run: number) => Shown): Measure =>
  async (run) => {
    const seen = painted(page, show(run))
    const since = now()
    await service.bulkTrigger([{ name: 'numbered', to: subscriberId, payload: { number: run } }])
    return (await seen) - since
  }

/** From a click in one browser to the painted change in another one. */
const measureMark =
  (here: Page, there: Page): Measure =>
  async (run) => {
    const seen = painted(there, { kind: 'unread', unread: run % 2 === 0 })
    const since = await here.evaluate(() => window.liveProbes.toggle())
    return (await seen) - since
  }

/** Measures each in turns, so that other load of the machine affects all, and no two at the same time. */
const inTurns = async <Name extends string>(
  measures: Record<Name, Measure>,
  runs: number,
): Promise<Record<Name, number[]>> => {
  const entries = Object.entries(measures) as [Name, Measure][]
  const found = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>
  for (let run = 1; run <= runs; run++)
    for (const [name, measure] of entries) {
      const turn = pause(apart / entries.length)
      found[name].push(await measure(run))
      await turn
    }
  return found
}

/** Events that follow each other at once: each must be painted soon. */
const measureBursts = async (page: Page, { service }: Setup, subscriberId: string, bursts: number) => {
  const size = 10
  const delays: number[] = []
  for (let burst = 0; burst < bursts; burst++) {
    const numbers = Array.from({ length: size }, (_, index) => 10_000 + burst * size + index)
    const seen = numbers.map((number) => painted(page, { kind: 'row', number }))
    const since: number[] = []
    for (const number of numbers) {
      since.push(now())
      await service.bulkTrigger([{ name: 'numbered', to: subscriberId, payload: { number } }])
      await pause(30)
    }
    for (const [index, time] of (await Promise.all(seen)).entries()) delays.push(time - (since[index] ?? Number.NaN))
    await pause(apart)
  }
  return delays
}

/**
 * One notification for many readers, a page among them. Returns the slowest reader's delay, and the spread of the hint.
 */
const measureBroadcasts = async (page: Page, { service, proxyUrl }: Setup, count: number, runs: number) => {
  const subscriberIds = Array.from({ length: count - 1 }, (_, place) => `many-${place}`)
  const readers = startChild<BroadcastReaders>(import.meta.resolve('./broadcastReaders.ts'))
  await readers.call('open', { proxyUrl, subscriberIds })
  const found: { delay: number; spread: number }[] = []
  for (let run = 0; run < runs; run++) {
    const number = 20_000 + run
    const shown = painted(page, { kind: 'row', number })
    const since = now()
    await service.bulkTrigger(
      Array.from({ length: Math.ceil(count / mostRecipients) }, (_, part) => ({
        name: 'numbered',
        to: ['ada', ...subscriberIds].slice(part * mostRecipients, (part + 1) * mostRecipients),
        payload: { number },
      })),
    )
    const { lastAt, spread } = await readers.call('fetched', `Number ${number}`)
    found.push({ delay: Math.max(lastAt, await shown) - since, spread })
  }
  await readers.stop()
  return found.toSorted((a, b) => a.delay - b.delay).at(-1) ?? { delay: Number.NaN, spread: Number.NaN }
}

const percentiles = (name: string, delays: readonly number[]): Result[] => {
  const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)]
  return [
    { name: `${name}, p50`, median: ms(p50), limit: `≤ ${ms(mostTypical)}`, passed: p50 <= mostTypical },
    { name: `${name}, p99`, median: ms(p99), limit: `≤ ${ms(mostSingle)}`, passed: p99 <= mostSingle },
  ]
}

const compared = (name: string, delays: readonly number[], baseline: readonly number[]): Result[] => {
  const ratios = [0.5, 0.9].map((share) => {
    const [delay, base] = [percentile(delays, share), percentile(baseline, share)]
    return {
      name: `${name}, p${share * 100}`,
      median: ms(delay),
      ratio: times(delay / base),
      limit: `≤ ${times(mostFactor)}`,
      passed: delay <= base * mostFactor,
    }
  })
  // The slowest of 60 depends on chance too much for a ratio.
  const p99 = percentile(delays, 0.99)
  const most = mostFactor * mostSingle
  return [...ratios, { name: `${name}, p99`, median: ms(p99), limit: `≤ ${ms(most)}`, passed: p99 <= most }]
}

/** Measures from an event to the screen, in Chromium. */
export const benchLatency = async (isQuick: boolean): Promise<Result[]> => {
  const [runs, bursts, readers, broadcasts] = isQuick ? [5, 2, 100, 1] : [60, 10, 1_000, 3]
  const pageFolder = await buildPage(join(import.meta.dirname, 'page'))
  const backends = await startBackends()
  const setups = await startSetups(backends, pageFolder)
  const { one, postgres, redis } = setups
  const browser = await chromium.launch({ executablePath: await installChromium(), args: ['--no-sandbox'] })

  await one.service.bulkTrigger([{ name: 'numbered', to: 'cy', payload: { number: 0 } }])
  const panel = await openInbox(browser, one, 'ada', true)
  const bell = await openInbox(browser, one, 'ben', false)
  const [here, there] = [await openInbox(browser, one, 'cy', true), await openInbox(browser, one, 'cy', true)]
  const overPostgres = await openInbox(browser, postgres, 'dan', true)
  const overRedis = await openInbox(browser, redis, 'eve', true)
  await painted(there, { kind: 'row', number: 0 })

  const row = (number: number): Shown => ({ kind: 'row', number })
  const delays = await inTurns(
    {
      panel: measureTrigger(panel, one, 'ada', row),
      bell: measureTrigger(bell, one, 'ben', (count) => ({ kind: 'badge', count: Math.min(count, highestBadge) })),
      mark: measureMark(here, there),
      postgres: measureTrigger(overPostgres, postgres, 'dan', row),
      redis: measureTrigger(overRedis, redis, 'eve', row),
    },
    runs,
  )
  const burst = await measureBursts(panel, one, 'ada', bursts)

  const broadcast = await measureBroadcasts(panel, one, readers, broadcasts)

  await browser.close()
  await setups.stop()
  await Promise.all([backends.stop(), rm(pageFolder, { recursive: true })])
  const worst = Math.max(...burst)
  return [
    ...percentiles('trigger to painted row, panel open', delays.panel),
    ...percentiles('trigger to painted badge, panel closed', delays.bell),
    ...percentiles('a mark on one device to its paint on another', delays.mark),
    {
      name: `trigger to painted row in bursts, slowest of ${burst.length}`,
      median: ms(worst),
      limit: `≤ ${ms(mostBurst)}`,
      passed: worst <= mostBurst,
    },
    {
      name: `broadcast to ${readers} readers, the last one of ${broadcasts}`,
      median: ms(broadcast.delay),
      limit: `≤ ${ms(broadcast.spread)} of spread + ${ms(afterSpread)}`,
      passed: broadcast.delay <= broadcast.spread + afterSpread,
    },
    ...compared('trigger to painted row over PostgreSQL, panel open', delays.postgres, delays.panel),
    ...compared('trigger to painted row over Redis, panel open', delays.redis, delays.panel),
  ]
}
