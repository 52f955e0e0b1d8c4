import { apiKey } from '../processes/apiKey.ts'
import { startChild } from '../processes/child.ts'
import { now, percentile } from '../processes/clock.ts'
import type { InboxServer } from '../processes/inboxServer.ts'
import { type Result } from '../report.ts'
import { startBackends } from './backends.ts'
import { numberedWorkspace } from './numberedWorkspace.ts'
import type { StreamReaders } from './streamReaders.ts'

const mostLoss = 0.05
const atOnce = 8

/** Short, so that other load of the machine affects neighboring rounds alike. In milliseconds. */
const roundTime = 250
const subscribers = 100

/** Rounds that do not count. */
const warmUp = 4

/** Triggers events as fast as the service allows. Returns the events per second. */
const measureRound = async (serviceUrl: string): Promise<number> => {
  const start = now()
  let count = 0
  const triggerNext = async () => {
    while (now() - start < roundTime) {
      count += 1
      const to = `reader-${count % subscribers}`
      const response = await fetch(`${serviceUrl}/v1/events/trigger/bulk`, {
        method: 'POST',
        headers: { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ events: [{ name: 'numbered', to, payload: { number: count } }] }),
      })
      if (!response.ok) throw new Error(`The service responded with ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, triggerNext))
  return count / ((now() - start) / 1_000)
}

/**
 * Compares two services that get events at full speed: one hints them to a proxy with open inboxes, one has no hints.
 */
export const benchThroughput = async (isQuick: boolean): Promise<Result[]> => {
  const rounds = isQuick ? 10 : 80
  const backends = await startBackends()
  const start = () => startChild<InboxServer>(import.meta.resolve('../processes/inboxServer.ts'))
  const [hinting, silent, proxy] = [start(), start(), start()]
  const readers = startChild<StreamReaders>(import.meta.resolve('./streamReaders.ts'))
  const withHints = await hinting.call('service', {
    data: await backends.createDatabase('hinting'),
    workspace: numberedWorkspace,
  })
  const without = await silent.call('service', {
    data: await backends.createDatabase('silent'),
    workspace: numberedWorkspace,
    live: 'off',
  })
  const port = Number(new URL(await proxy.call('proxy', { serviceUrl: withHints })).port)
  await readers.call('open', { port, count: subscribers })
  for (let round = 0; round < warmUp; round++)
    for (const serviceUrl of [withHints, without]) await measureRound(serviceUrl)

  const ratios: number[] = []
  const speeds: number[] = []
  const { cpu: cpuBefore } = await proxy.call('usage')
  for (let round = 0; round < rounds; round++) {
    // Each is first as often as second, so that a machine that slows down or speeds up affects both.
    const order = round % 2 === 0 ? [withHints, without] : [without, withHints]
    const speed = new Map<string, number>()
    for (const serviceUrl of order) speed.set(serviceUrl, await measureRound(serviceUrl))
    const [hinted = Number.NaN, plain = Number.NaN] = [speed.get(withHints), speed.get(without)]
    speeds.push(hinted)
    ratios.push(hinted / plain)
  }
  const cpu = ((await proxy.call('usage')).cpu - cpuBefore) / (rounds * roundTime)

  await Promise.all([hinting, silent, proxy, readers].map((child) => child.stop()))
  await backends.stop()
  const loss = 1 - percentile(ratios, 0.5)
  return [
    {
      name: `triggers per second with hints and ${subscribers} open inboxes`,
      median: percentile(speeds, 0.5).toFixed(0),
      ratio: `${(loss * 100).toFixed(1)}% less than without`,
      limit: `≤ ${mostLoss * 100}%`,
      passed: loss <= mostLoss,
    },
    { name: 'CPU of the proxy meanwhile', median: `${(cpu * 100).toFixed(1)}%` },
  ]
}
