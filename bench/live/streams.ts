import { startChild } from '../processes/child.ts'
import { now, pause, percentile, until } from '../processes/clock.ts'
import type { InboxServer } from '../processes/inboxServer.ts'
import { ms, type Result } from '../report.ts'
import { startHintSource } from './hintSource.ts'
import type { StreamReaders } from './streamReaders.ts'

/** Streams that are open before the first measurement of memory, so that the code is loaded and compiled. */
const warmUp = 500

const [mostCpu, mostMemory, mostDelay, mostDisturbance] = [0.05, 40_000, 1_000, 1_000]

/** Measures one proxy process with many open streams. */
export const benchStreams = async (isQuick: boolean): Promise<Result[]> => {
  const [count, idleTime, hints, closing] = isQuick ? [1_000, 5_000, 3, 200] : [10_000, 30_000, 10, 1_000]
  const source = await startHintSource()
  const server = startChild<InboxServer>(import.meta.resolve('../processes/inboxServer.ts'))
  const readers = startChild<StreamReaders>(import.meta.resolve('./streamReaders.ts'))
  const port = Number(new URL(await server.call('proxy', { serviceUrl: source.address })).port)

  const measureMemory = async () => {
    await server.call('collectGarbage')
    return (await server.call('usage')).memory
  }
  await readers.call('open', { port, count: warmUp })
  const memoryBefore = await measureMemory()
  await readers.call('open', { port, count })
  const memory = ((await measureMemory()) - memoryBefore) / (count - warmUp)

  const start = now()
  const { cpu: cpuBefore } = await server.call('usage')
  await pause(idleTime)
  const cpu = ((await server.call('usage')).cpu - cpuBefore) / (now() - start)

  const delays: { p50: number; p99: number }[] = []
  for (let hint = 0; hint < hints; hint++) {
    const since = now()
    source.hint('all')
    delays.push(await readers.call('delays', since))
  }

  /** The delay of hints to single readers, one after another, for a second. */
  const measureSingles = async (): Promise<number> => {
    const singles: number[] = []
    for (const end = now() + 1_000; now() < end;) {
      const place = singles.length
      const since = now()
      source.hint([`reader-${place}`])
      let hintedAt = 0
      await until('a hint', async () => (hintedAt = await readers.call('hintedAt', place)) >= since)
      singles.push(hintedAt - since)
    }
    return percentile(singles, 0.99)
  }
  const calm = await measureSingles()
  await readers.call('close', closing)
  const disturbed = await measureSingles()
  const left = await readers.call('openCount')

  await Promise.all([server.stop(), readers.stop()])
  source.close()
  const p99 = Math.max(...delays.map((each) => each.p99))
  const name = `${count} streams`
  return [
    {
      name: `${name}: idle CPU over ${idleTime / 1000} s`,
      median: `${(cpu * 100).toFixed(1)}%`,
      limit: `< ${mostCpu * 100}%`,
      passed: cpu < mostCpu,
    },
    {
      name: `${name}: memory of each`,
      median: `${(memory / 1000).toFixed(1)} kB`,
      limit: `≤ ${mostMemory / 1000} kB`,
      passed: memory <= mostMemory,
    },
    {
      name: `${name}: a hint to all of them, p50`,
      median: ms(
        percentile(
          delays.map(({ p50 }) => p50),
          0.5,
        ),
      ),
    },
    {
      name: `${name}: a hint to all of them, p99 of the slowest of ${hints}`,
      median: ms(p99),
      limit: `≤ ${ms(mostDelay)}`,
      passed: p99 <= mostDelay,
    },
    { name: `${name}: a hint to one of them, p99`, median: ms(calm) },
    {
      name: `${name}: the same while ${closing} close at once, p99`,
      median: ms(disturbed),
      limit: `≤ ${ms(mostDisturbance)}, all others open`,
      passed: disturbed <= mostDisturbance && left === count - closing,
    },
  ]
}
