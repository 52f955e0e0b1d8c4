import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchIdle } from './live/idle.ts'
import { benchLatency } from './live/latency.ts'
import { benchStreams } from './live/streams.ts'
import { benchThroughput } from './live/throughput.ts'
import { report, type Result } from './report.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })

/** In the order of the table. Each has its own processes, so that none disturbs another. */
const parts = { latency: benchLatency, streams: benchStreams, throughput: benchThroughput, idle: benchIdle }

const results: Result[] = []
for (const [name, bench] of Object.entries(parts)) {
  if (values.only !== undefined && values.only !== name) continue
  process.stderr.write(`${name} …\n`)
  results.push({ name: `— ${name} —`, median: '' }, ...(await bench(values.quick)))
}
results.push({
  name: 'load average of 1, 5, 15 minutes',
  median: loadavg()
    .map((load) => load.toFixed(1))
    .join(', '),
})
process.exit(report(results) ? 0 : 1)
