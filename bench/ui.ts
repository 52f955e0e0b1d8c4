import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type CDPSession } from 'playwright'
import { installChromium } from '../scripts/setup/installChromium.ts'
import { toNodeHandler } from '../src/proxy/node.ts'
import { buildPage } from './buildPage.ts'
import { createCannedService } from './cannedService.ts'
import { median } from './measure.ts'
import { finish, ms, times, type Result } from './report.ts'
import { servePage } from './servePage.ts'

const runs = 5
const counts = [100, 1000, 10_000] as const
const marksPerRun = 7
const frame = 1000 / 60

type Subject = 'inbox' | 'plain'

/** The measurements of one visit. */
interface Visit {
  /** Time to the first painted notification, in milliseconds. */
  firstItem: number
  /** Time until all notifications are painted, in milliseconds. */
  allLoaded: number
  /** Number of elements in the list. */
  elements: number
  /** Used heap, in bytes. */
  heap: number
  /** Dropped frames while scrolling. */
  dropped: number
  /** Share of the frames without a row in the middle of the view, from 0 to 1. */
  blank: number
  /** Time from "Mark as read" to paint, in milliseconds. */
  mark: number
  /** Time from "Mark all as read" to paint, in milliseconds. */
  markAll: number
}

/** Serves the built page, and an inbox with the number of notifications from the last call of `arrange`. */
const serve = async (folder: string) => {
  const files = servePage(folder)
  let service = createCannedService(1)
  const answer = toNodeHandler((request) => service(request))
  const server = createServer((req, res) => {
    if (req.url?.startsWith('/api/')) void answer(req, res)
    else files(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    arrange: (count: number) => void (service = createCannedService(count)),
    close: () => server.close(),
  }
}

/** Used bytes of JavaScript's heap after a garbage collection. */
const measureHeap = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

const visit = async (
  browser: Browser,
  server: Awaited<ReturnType<typeof serve>>,
  subject: Subject,
  count: number,
): Promise<Visit> => {
  server.arrange(count)
  const page = await browser.newPage({ viewport: { width: 900, height: 800 } })
  const session = await page.context().newCDPSession(page)
  await page.goto(`${server.url}/?subject=${subject}&count=${count}`)
  await page.waitForFunction(() => (window.milestones.allLoaded ?? 0) > 0, undefined, { timeout: 120_000 })
  const milestones = await page.evaluate(() => window.milestones)
  await page.waitForTimeout(300)
  const elements = await page.evaluate(() => window.probes.elements())
  const heap = await measureHeap(session)

  const marks: number[] = []
  // The button in the row itself: the first row of a day also has a button for the whole day.
  for (let row = 1; row <= Math.min(count, marksPerRun); row++) {
    const item = `[data-id="n${count - row}"]`
    // The button exists while the pointer is over its row.
    await page.hover(`${item} .tidings-item-row`)
    marks.push(
      await page.evaluate(
        (id) => window.probes.click(`${id} .tidings-item-row .tidings-mark`, `${id}[data-unread]`),
        item,
      ),
    )
  }
  const dropped = await page.evaluate(() => window.probes.scroll())
  const blank = await page.evaluate(() => window.probes.blank())
  const markAll = await page.evaluate(() => window.probes.click('#mark-all', '.tidings-item[data-unread]'))
  await page.context().close()
  const { firstItem = Number.NaN, allLoaded = Number.NaN } = milestones
  return { firstItem, allLoaded, elements, heap, dropped, blank, mark: median(marks), markAll }
}

/** Visits both in turns, so that other load of the machine affects both. */
const visitAll = async (browser: Browser, server: Awaited<ReturnType<typeof serve>>, count: number) => {
  const visits: Record<Subject, Visit[]> = { plain: [], inbox: [] }
  for (let run = 0; run < runs; run++)
    for (const subject of ['plain', 'inbox'] as const)
      visits[subject].push(await visit(browser, server, subject, count))
  return (subject: Subject, field: keyof Visit) => median(visits[subject].map((each) => each[field]))
}

const compare = (
  of: (subject: Subject, field: keyof Visit) => number,
  name: string,
  field: keyof Visit,
  show: (value: number) => string,
  limit?: { text: string; keeps: (inbox: number, plain: number) => boolean },
): Result => {
  const [inbox, plain] = [of('inbox', field), of('plain', field)]
  return {
    name,
    median: show(inbox),
    ratio: plain === 0 ? show(plain) : `${times(inbox / plain)} of ${show(plain)}`,
    ...(limit && { limit: limit.text, passed: limit.keeps(inbox, plain) }),
  }
}

const atMost = (ratio: number) => ({
  text: `≤ ${times(ratio)}`,
  keeps: (inbox: number, plain: number) => inbox <= plain * ratio,
})
const whole = (value: number) => String(Math.round(value))
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
const percent = (share: number) => `${(share * 100).toFixed(0)}%`

const server = await serve(await buildPage(path.join(import.meta.dirname, 'ui')))
const browser = await chromium.launch({ executablePath: await installChromium(), args: ['--no-sandbox'] })
const results: Result[] = []
const empty = await visitAll(browser, server, 1)
let markAt100 = Number.NaN
let elementsAt100 = Number.NaN

for (const count of counts) {
  const of = await visitAll(browser, server, count)
  const added = (subject: Subject, field: keyof Visit) =>
    of(subject, field) - (field === 'heap' ? empty(subject, field) : 0)
  const isMost = count === 10_000
  if (count === 100) [markAt100, elementsAt100] = [of('inbox', 'mark'), of('inbox', 'elements')]
  const line = (
    name: string,
    field: keyof Visit,
    show: (value: number) => string,
    limit?: Parameters<typeof compare>[4],
  ) => results.push(compare(added, `${count} items: ${name}`, field, show, limit))

  line('first notification painted', 'firstItem', ms, atMost(1.5))
  line('all loaded', 'allLoaded', ms, count === 1000 ? atMost(1.5) : undefined)
  line('elements', 'elements', whole, {
    text: '≤ 1.2×, no growth',
    keeps: (inbox, plain) => inbox <= plain * 1.2 && inbox <= elementsAt100 * 1.1,
  })
  line('heap', 'heap', mb, isMost ? atMost(1.3) : undefined)
  line('"Mark as read" to paint', 'mark', ms, {
    text: '≤ a frame more, also than at 100',
    keeps: (inbox, plain) => inbox <= plain + frame && inbox <= markAt100 + frame,
  })
  line('mark all to paint', 'markAll', ms, { text: `≤ ${ms(50)}`, keeps: (inbox) => inbox <= 50 })
  line('dropped frames, scrolling through in 2 s', 'dropped', whole, {
    text: 'no more',
    keeps: (inbox, plain) => inbox <= plain,
  })
  line('frames without a row in the middle', 'blank', percent, {
    text: isMost ? 'no more' : '0%',
    keeps: (inbox, plain) => inbox <= (isMost ? plain : 0),
  })
}

await browser.close()
server.close()
results.push({
  name: 'load average of 1, 5, 15 minutes',
  median: loadavg()
    .map((load) => load.toFixed(1))
    .join(', '),
})
finish(results)
