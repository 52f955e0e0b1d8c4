import type { Result } from '../report.ts'
import type { Figures } from './figures.ts'
import { manyClients } from './measure.ts'

const mostProxyCpu = 1
const mostGrowth = 1.2
const mostGrowthWithRows = 1.3
const leastMails = 50
const mostIdleCpu = 0.02

const ms = (time: number) => `${time.toFixed(time < 10 ? 2 : 0)} ms`
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
const percent = (share: number) => `${(share * 100).toFixed(2)}%`
const times = (ratio: number) => `${ratio.toFixed(2)}×`

/** Compares the figures of one run with its goals. */
export const checkGoals = ({ lines, markAll, snoozes, mails, idle, service, proxy }: Figures): Result[] => {
  const one = (name: string) => lines[name]?.one.p50 ?? Number.NaN
  const atMost = (name: string, value: number, limit: number): Result => ({
    name,
    median: ms(value),
    limit: `≤ ${limit} ms`,
    passed: value <= limit,
  })
  const feedRatio = markAll.feedDuring / markAll.feedBefore
  const snoozeRatio = snoozes.feedDuring / snoozes.feedBefore
  const whaleRatio = one('feed, whale') / one('feed, typical')
  const failed = Object.values(lines).reduce((sum, line) => sum + line.one.failed + line.many.failed, markAll.failed)
  const cpuOf = (name: string) => lines[name]?.many.frontCpu ?? Number.NaN
  const proxyCpu = cpuOf('feed through the proxy, typical')
  const bareCpu = cpuOf('feed through a bare forward, typical')
  const memory = (name: string, { before, after }: Figures['service']): Result => ({
    name: `memory of the ${name}: ${megabytes(before)} before all load`,
    median: megabytes(after),
    ratio: times(after / before),
    limit: `≤ ${mostGrowth}×`,
    passed: after / before <= mostGrowth,
  })
  return [
    {
      name: 'feed of the whale, relative to a typical one, 1 client',
      median: ms(one('feed, whale')),
      ratio: times(whaleRatio),
      limit: '≤ 1.5×',
      passed: whaleRatio <= 1.5,
    },
    ...Object.keys(lines)
      .filter((name) => name.startsWith('payload filter'))
      .map((name) => atMost(`${name}, 1 client`, one(name), 100)),
    // 10,000 in 500 ms.
    atMost(`mark-all of ${markAll.changed} messages`, markAll.p50, markAll.changed / 20),
    {
      name: 'p99 of a typical feed during mark-alls, relative to before',
      median: ms(markAll.feedDuring),
      ratio: times(feedRatio),
      limit: '≤ 2×',
      passed: feedRatio <= 2,
    },
    atMost(`${snoozes.count} snoozes that end at once: all are back`, snoozes.returnedAfter, 10_000),
    {
      name: 'p99 of a typical feed meanwhile, relative to before',
      median: ms(snoozes.feedDuring),
      ratio: times(snoozeRatio),
      limit: '≤ 2×',
      passed: snoozeRatio <= 2,
    },
    {
      name: 'mails per second through one process',
      median: mails.perSecond.toFixed(0),
      limit: `≥ ${leastMails}`,
      passed: mails.perSecond >= leastMails,
    },
    {
      name: `CPU of an idle service with ${idle.waiting.toLocaleString('en')} waiting messages and as many open digests, of a core`,
      median: percent(idle.cpu),
      limit: `≤ ${percent(mostIdleCpu)}`,
      passed: idle.cpu <= mostIdleCpu,
    },
    {
      ...atMost(`CPU of the proxy for a request, ${manyClients} clients`, proxyCpu, mostProxyCpu),
      ratio: `${times(proxyCpu / bareCpu)} of a bare forward's ${ms(bareCpu)}`,
    },
    memory('service', service),
    memory('proxy', proxy),
    { name: 'failed requests', median: String(failed), limit: '0', passed: failed === 0 },
  ]
}

/** Compares the medians with those of an earlier run. They have a goal if it had fewer rows. */
export const compare = (now: Figures, then: Figures): Result[] => {
  const limit = now.rows > then.rows ? mostGrowthWithRows : undefined
  const against = (name: string, value: number, before: number | undefined): Result => {
    const ratio = value / (before ?? Number.NaN)
    return {
      name,
      median: ms(value),
      ratio: before === undefined ? '' : `${times(ratio)} of ${ms(before)}`,
      ...(limit !== undefined && before !== undefined && { limit: `≤ ${limit}×`, passed: ratio <= limit }),
    }
  }
  return [
    ...Object.entries(now.lines).flatMap(([name, { one, many }]) => [
      against(`${name}, 1 client`, one.p50, then.lines[name]?.one.p50),
      against(`${name}, ${manyClients} clients`, many.p50, then.lines[name]?.many.p50),
    ]),
    against('mark-all, whale', now.markAll.p50, then.markAll.p50),
  ]
}
