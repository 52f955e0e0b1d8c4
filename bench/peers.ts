import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { installChromium } from '../scripts/setup/installChromium.ts'
import { median } from './measure.ts'
import type { CreateBackend } from './peers/backend.ts'
import { buildContestant } from './peers/buildContestant.ts'
import { createBackend as courier } from './peers/contestants/courier.backend.ts'
import { createBackend as knock } from './peers/contestants/knock.backend.ts'
import { createBackend as magicbell } from './peers/contestants/magicbell.backend.ts'
import { createBackend as novu } from './peers/contestants/novu.backend.ts'
import { createBackend as tidings } from './peers/contestants/tidings.backend.ts'
import { makeNotifications } from './peers/notifications.ts'
import { servePeers } from './peers/servePeers.ts'
import { visit, type Visit } from './peers/visit.ts'
import { weigh, type Weight } from './peers/weigh.ts'
import { printTable } from './report.ts'

/** tidings beside its peers: the table of README. Needs `npm run build` and `npm ci --prefix bench/peers`. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '5' },
    count: { type: 'string', default: '1000' },
  },
})

const backends: Record<string, CreateBackend> = { tidings, novu, knock, courier, magicbell }
const names = values.only?.split(',') ?? Object.keys(backends)
const count = Number(values.count)
/** First rows have a run of their own, with few notifications. */
const countOfFirst = 200

const server = await servePeers((await buildContestant('main.ts')).folder)
const contestants = await Promise.all(
  names.map(async (name) => ({
    name,
    createBackend: backends[name] ?? tidings,
    folder: (await buildContestant(`contestants/${name}.page.jsx`)).folder,
    weight: await weigh(name),
    first: [] as Visit[],
    whole: [] as Visit[],
  })),
)

// Contestants take turns, so that other load of the machine affects all.
for (let run = 0; run < Number(values.runs); run++)
  for (const { name, createBackend, folder, first, whole } of contestants)
    for (const [isWhole, visits, notifications] of [
      [false, first, countOfFirst],
      [true, whole, count],
    ] as const) {
      const browser = await chromium.launch({ executablePath: await installChromium(), args: ['--no-sandbox'] })
      server.arrange(folder, createBackend(makeNotifications(notifications)))
      try {
        const measured = await visit(browser, server.url, notifications, isWhole)
        visits.push(measured)
        process.stdout.write(`${name}, run ${run + 1}: ${JSON.stringify(measured)}\n`)
      } finally {
        await browser.close()
      }
    }
server.close()

const ms = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'))
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const percent = (share: number) => `${Math.round(share * 100)}%`
const size = (name: string, of: (weight: Weight) => number) => [
  name,
  ...contestants.map(({ weight }) => kB(of(weight))),
]
const line = (name: string, kind: 'first' | 'whole', field: keyof Visit, show = ms) => [
  name,
  ...contestants.map((contestant) => {
    const measured = contestant[kind].map((each) => each[field]).filter((value) => value !== undefined)
    return measured.length > contestant[kind].length / 2 ? show(median(measured)) : 'did not end'
  }),
]

printTable([
  ['', ...contestants.map(({ name }) => name)],
  size('JavaScript and CSS to show the bell, gzip', ({ bell }) => bell),
  size('the same with all that it loads later', ({ all }) => all),
  line(`first row of ${countOfFirst} painted, ms`, 'first', 'first'),
  line(`${count} loaded and drawn, ms`, 'whole', 'all'),
  line('elements for them', 'whole', 'elements'),
  line('frames without a row while scrolling', 'whole', 'blank', percent),
  line('dropped frames', 'whole', 'dropped', String),
  line('mark one: click to changed row, ms', 'whole', 'mark'),
  line('mark one: click to paint, ms', 'whole', 'markPaint'),
  line('mark all: click to paint, ms', 'whole', 'markAll'),
])
process.stdout.write(
  `load average: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}\n`,
)
for (const request of server.unknown) process.stdout.write(`A backend did not know ${request}.\n`)
