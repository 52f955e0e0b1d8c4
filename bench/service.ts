import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { report } from './report.ts'
import { type Backend, progress, startEmbedded, startServer } from './service/backends.ts'
import type { Figures } from './service/figures.ts'
import { insertWaiting } from './service/fillStatements.ts'
import { checkGoals, compare } from './service/goals.ts'
import { type Layout, layoutOf } from './service/layout.ts'
import {
  idsOf,
  measureIdle,
  measureLoad,
  measureMails,
  measureMarkAll,
  measureMemory,
  measureScenario,
  measureSnoozes,
  type Processes,
  startProcesses,
  warmUp,
} from './service/measure.ts'
import { printFigures, printPlans } from './service/printFigures.ts'
import { bulkScenarios, mailScenario, type Scenario, steadyScenarios, whalePages } from './service/scenarios.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    embedded: { type: 'boolean', default: false },
    json: { type: 'string' },
    compare: { type: 'string' },
  },
})
const isEmbedded = values.embedded
const layout = layoutOf(Number(values.rows ?? (isEmbedded ? 300_000 : 1_000_000)))
const seconds = Number(values.seconds)
if (!(layout.subscribers >= 100 && seconds > 0))
  throw new Error('--rows must be a number from 10,000, and --seconds a number above 0.')
// Before the measurement, which takes minutes.
const earlier = values.compare === undefined ? undefined : (JSON.parse(readFileSync(values.compare, 'utf8')) as Figures)

/** Prints how the database executes each kind of request. */
const explain = async ({ plans, address }: Backend, scenarios: readonly Scenario[]) => {
  if (!plans) return
  await plans.enable()
  const processes = await startProcesses(address)
  for (const { name, requests, target } of scenarios) {
    const [request] = requests
    if (!request || target !== 'service') continue
    const call = { address: processes.addresses.service, request }
    // The first request of a connection loads the catalogs of the server.
    await processes.load.call('once', call)
    printPlans(name, await plans.during(() => processes.load.call('once', call)))
  }
  await processes.stop()
  await plans.disable()
}

const measure = async (
  backend: Backend,
  processes: Processes,
  plan: Layout,
): Promise<Omit<Figures, 'otherLoad' | 'idle'>> => {
  const steady = steadyScenarios(plan, await idsOf(processes, whalePages(plan)))
  const bulk = bulkScenarios(plan)
  await warmUp(processes, [...steady, ...bulk])
  const before = await measureMemory(processes)
  const lines: Figures['lines'] = {}
  for (const scenario of steady) lines[scenario.name] = await measureScenario(processes, scenario, seconds)
  await explain(backend, steady)
  const markAll = await measureMarkAll(processes, plan, seconds)
  for (const scenario of bulk) lines[scenario.name] = await measureScenario(processes, scenario, seconds)
  const snoozes = await measureSnoozes(processes, plan, seconds)
  const after = await measureMemory(processes)
  // Last: mails are sent meanwhile, and for some time afterwards.
  const mailing = mailScenario(plan)
  lines[mailing.name] = await measureScenario(processes, mailing, seconds)
  const mails = await measureMails(processes, plan, seconds)
  return {
    database: isEmbedded ? 'embedded' : 'server',
    rows: plan.rows,
    whaleRows: plan.whaleRows,
    seconds,
    lines,
    markAll,
    snoozes,
    mails,
    service: { before: before.service, after: after.service },
    proxy: { before: before.proxy, after: after.proxy },
  }
}

const start = performance.now()
const otherLoad = await measureLoad()
const backend = await (isEmbedded ? startEmbedded(layout) : startServer(layout))
let figures: Figures
try {
  const processes = await startProcesses(backend.address)
  const measured = await measure(backend, processes, layout)
  await processes.stop()
  await backend.execute(insertWaiting(layout))
  // With metrics, as the command's service: it counts the messages that wait.
  const idle = await startProcesses(backend.address, { metrics: true })
  figures = { ...measured, idle: await measureIdle(idle), otherLoad }
  await idle.stop()
} finally {
  // Also after an error: its data fills gigabytes.
  await backend.stop()
}

if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`)
printFigures(figures)
process.stdout.write('\n')
const goals = isEmbedded ? [] : checkGoals(figures)
const comparison = earlier ? compare(figures, earlier) : []
const isMet = report([
  ...goals,
  ...comparison,
  { name: 'CPU in use before the run: the figures are reliable below 10%', median: `${(otherLoad * 100).toFixed(0)}%` },
])
progress(`${((performance.now() - start) / 60_000).toFixed(1)} minutes`)
process.exit(isMet ? 0 : 1)
