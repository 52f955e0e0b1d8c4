import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { installChromium } from '../scripts/setup/installChromium.ts'
import { eventStreamHeaders, eventText } from '../src/contract/live/eventStream.ts'
import { serviceLivePath } from '../src/contract/live/serviceStream.ts'
import { createInboxProxy } from '../src/proxy/index.ts'
import { toNodeHandler } from '../src/proxy/node.ts'
import {
  createTestService,
  makeNotifications,
  type TestService,
  type TestServiceOptions,
} from '../src/testing/index.ts'
import { buildPage } from './buildPage.ts'
import { servePage } from './servePage.ts'

/*
 * Counts requests, bytes, renders and elements in Chromium, and compares them with counts.json. Unlike times, they are
 * the same on every machine. Exits with 1 if one is higher. `--write` stores the new counts.
 */

const baselineFile = path.join(import.meta.dirname, 'counts.json')

type Counts = Record<string, number>

interface Scenario {
  /** The bell of `<Inbox>`, or an `<InboxPage>` 600 pixels high with feed pages of 100. */
  view: 'bell' | 'page'
  service: TestServiceOptions
  /** Whether requests go through the proxy. Otherwise the page sends them to the service. Default false. */
  proxy?: boolean
  count: (opened: Opened) => Promise<Counts>
}

/** Every third notification is read. */
const makeMany = (count: number, { areSeen = false } = {}) =>
  makeNotifications(count).map((notification, index) => ({
    ...notification,
    read: index % 3 === 0,
    seen: areSeen || index % 3 === 0,
  }))

/** A service's stream of hints, which never has any. */
const streamHints = () =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new TextEncoder().encode(eventText('status', { complete: true }, '1'))),
    }),
    { headers: eventStreamHeaders },
  )

const handlerOf = (service: TestService, proxy: boolean) =>
  proxy
    ? createInboxProxy({
        serviceUrl: 'http://service.test',
        apiKey: 'key',
        basePath: '/api/inbox',
        authenticate: () => service.subscriberId,
        fetch: async (input, init) =>
          new Request(input).url.endsWith(serviceLivePath) ? streamHints() : service.fetch(input, init),
      })
    : (request: Request) => service.fetch(request)

/** Counts the bytes of a response's body. */
const countBytes = (res: ServerResponse, add: (bytes: number) => void) => {
  const end = res.end.bind(res) as (body?: string | Uint8Array) => ServerResponse
  res.end = ((body: string | Uint8Array = '') => {
    add(Buffer.byteLength(body))
    return end(body)
  }) as typeof res.end
}

const folder = await buildPage(path.join(import.meta.dirname, 'counts'))
const browser = await chromium.launch({ executablePath: await installChromium(), args: ['--no-sandbox'] })

/**
 * Opens the page in a browser without a cache. Another browser was here before, so that a proxy has its stream of hints,
 * as it does when it serves more than one reader.
 */
const open = async ({ view, service: options, proxy = false }: Scenario) => {
  const service = createTestService(options)
  const fetched = { requests: 0, bytes: 0 }
  const [inbox, files] = [toNodeHandler(handlerOf(service, proxy)), servePage(folder)]
  const server = createServer((req, res) => {
    if (!req.url?.startsWith('/api/')) return files(req, res)
    if (req.url.includes('/feed')) {
      fetched.requests += 1
      countBytes(res, (bytes) => (fetched.bytes += bytes))
    }
    return void inbox(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const visit = async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?view=${view}`)
    /** Resolves when a time has passed without a request, in milliseconds. */
    const settle = async (time = 1000) => {
      for (let before = -1; before !== service.requests.length;) {
        before = service.requests.length
        await page.waitForTimeout(time)
      }
    }
    return { context, page, settle }
  }
  const earlier = await visit()
  await earlier.settle(2000)
  await earlier.context.close()
  Object.assign(fetched, { requests: 0, bytes: 0 })
  const { context, page, settle } = await visit()
  const close = async () => {
    await context.close()
    server.closeAllConnections()
    server.close()
  }
  return { page, service, fetched, settle, close }
}

type Opened = Awaited<ReturnType<typeof open>>

/** A page with a closed bell loads, and the reader opens it. */
const countLoad = async ({ page, fetched, settle }: Opened): Promise<Counts> => {
  const bell = page.getByRole('button', { name: /^Notifications, / })
  await bell.waitFor()
  await settle()
  const { requests, bytes } = fetched
  await bell.click()
  await page.getByRole('article').first().waitFor()
  await settle()
  return {
    'requests until the bell has its count': requests,
    'their bytes': bytes,
    'requests after a click': fetched.requests - requests,
  }
}

interface TraceEvent {
  name: string
  /** Start and duration, in microseconds. */
  ts: number
  dur?: number
  args: { data?: { type?: string } }
}

/** The reader opens the panel. Only layouts in the task of the click count: frames come at any time. */
const countOpening = async ({ page, settle }: Opened): Promise<Counts> => {
  const bell = page.getByRole('button', { name: /^Notifications, / })
  await bell.waitFor()
  await settle()
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await bell.dispatchEvent('click')
  await page.getByRole('article').first().waitFor()
  const trace = await browser.stopTracing()
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const click = traceEvents.find(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'click')
  if (!click) throw new Error('The trace has no click.')
  // React renders at the end of the click's task.
  const task = traceEvents.find(({ name, ts, dur = 0 }) => name === 'RunTask' && ts <= click.ts && click.ts <= ts + dur)
  const end = (task?.ts ?? Number.NaN) + (task?.dur ?? 0)
  const layouts = traceEvents.filter(({ name, ts }) => name === 'Layout' && ts >= click.ts && ts <= end)
  return { 'layouts of an opening': layouts.length }
}

/** So many notifications are marked, one after the other. */
const marks = 4

/** The reader marks the first unread notification with the pointer. */
const markFirst = async ({ page, settle }: Opened) => {
  const row = page.locator('.tidings-item[data-unread]').first()
  await row.hover()
  const button = row.getByRole('button', { name: 'Mark as read' }).last()
  await button.hover()
  await settle()
  await page.evaluate(() => window.countProbes.start())
  await button.click()
  await settle()
  return page.evaluate(() => window.countProbes.stop())
}

/** The reader marks some of all notifications. */
const countMark = async (opened: Opened): Promise<Counts> => {
  const { page, service, settle } = opened
  await page.getByRole('article').first().waitFor()
  const loaded = () => service.requestsOf('getFeed').filter(({ query }) => !query['read'] && !query['seen']).length
  while (loaded() < service.notifications().length / 100) {
    await page.evaluate(() => window.countProbes.scrollBy(100))
    await page.waitForTimeout(50)
  }
  await page.evaluate(() => window.countProbes.scrollBy(-1000))
  await settle()
  const elements = await page.evaluate(() => window.countProbes.elements())
  const counts: Awaited<ReturnType<typeof markFirst>>[] = []
  for (let mark = 0; mark < marks; mark++) counts.push(await markFirst(opened))
  // A busy machine spreads the work of some marks over more commits.
  const least = (name: keyof (typeof counts)[number]) => Math.min(...counts.map((count) => count[name]))
  return {
    'elements of the list': elements,
    'components rendered by a mark': least('components'),
    'commits of a mark': least('commits'),
    'DOM records of a mark': least('records'),
  }
}

/** How long the reader looks at each view, in milliseconds. */
const viewTime = 1800

/** How long the inbox collects what was seen, and some more, in milliseconds. */
const seenTime = 6000

/** The reader reads 50 notifications, a view at a time. */
const countSeen = async ({ page, service, settle }: Opened): Promise<Counts> => {
  await page.getByRole('article').first().waitFor()
  const before = service.requestsOf('markAs').length
  const ids = service.notifications().map(({ _id }) => _id)
  const last = async () => ids.indexOf((await page.evaluate(() => window.countProbes.lastInView())) ?? '')
  for (let read = 0; read < 50; read = (await last()) + 1) {
    if (read > 0) await page.evaluate(() => window.countProbes.scrollBy(0.85))
    await page.waitForTimeout(viewTime)
  }
  await settle(seenTime)
  return { 'requests that report 50 notifications as seen': service.requestsOf('markAs').length - before }
}

const [few, many] = [makeMany(10), makeMany(200)]
const scenarios: Record<string, Scenario> = {
  'a bell, through the proxy': { view: 'bell', proxy: true, service: { notifications: many }, count: countLoad },
  'a bell, through the proxy, clamped totals': {
    view: 'bell',
    proxy: true,
    service: { notifications: many, likeProduction: true },
    count: countLoad,
  },
  'a bell, without the proxy': { view: 'bell', service: { notifications: many }, count: countLoad },
  'a bell, without the proxy, clamped totals': {
    view: 'bell',
    service: { notifications: many, likeProduction: true },
    count: countLoad,
  },
  'a bell, without the proxy, ten notifications': { view: 'bell', service: { notifications: few }, count: countLoad },
  'an opening of the panel': { view: 'bell', proxy: true, service: { notifications: many }, count: countOpening },
  // All are seen, so that the mark is the only request.
  'a list of 1,000': {
    view: 'page',
    service: { notifications: makeMany(1000, { areSeen: true }) },
    count: countMark,
  },
  'a walk through 50 of 200': {
    view: 'page',
    service: { notifications: many.map((notification) => ({ ...notification, seen: false, read: false })) },
    count: countSeen,
  },
}

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const baseline = JSON.parse(await readFile(baselineFile, 'utf8')) as Record<string, Counts>
const counted: Record<string, Counts> = {}
let rose = 0
for (const [name, scenario] of Object.entries(scenarios)) {
  const opened = await open(scenario)
  const counts = await scenario.count(opened).finally(opened.close)
  counted[name] = counts
  process.stdout.write(`${name}\n`)
  for (const [what, count] of Object.entries(counts)) {
    const before = baseline[name]?.[what] ?? -1
    if (count > before) rose += 1
    const change = count === before ? '' : count > before ? `  ROSE from ${before}` : `  fell from ${before}`
    process.stdout.write(`${String(count).padStart(9)}  ${what}${change}\n`)
  }
}
await browser.close()
await rm(folder, { recursive: true })
if (values.write) await writeFile(baselineFile, `${JSON.stringify(counted, null, 2)}\n`)
else if (rose > 0) {
  process.stdout.write(`${rose} counts rose. If that is right, store them with \`npm run test:counts -- --write\`.\n`)
  process.exitCode = 1
}
