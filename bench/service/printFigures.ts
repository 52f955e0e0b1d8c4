import { printTable } from '../report.ts'
import type { Figures, LoadFigures } from './figures.ts'
import { manyClients } from './measure.ts'
import type { Plan } from './planReader.ts'

const decimals = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

/** Prints the table. Times are in milliseconds. */
export const printFigures = ({
  lines,
  markAll,
  snoozes,
  mails,
  idle,
  database,
  rows,
  whaleRows,
  service,
  proxy,
}: Figures): void => {
  const cells = ({ p50, p99, perSecond }: LoadFigures) => [p50, p99, perSecond].map(decimals)
  const print = (text: string) => process.stdout.write(`${text}\n`)
  print(
    `\n${rows.toLocaleString('en')} notifications, ${whaleRows.toLocaleString('en')} of one subscriber, ` +
      `${database === 'server' ? 'PostgreSQL' : 'embedded database'}\n`,
  )
  printTable([
    [
      '',
      '1 client: p50 ms',
      'p99 ms',
      'per s',
      `${manyClients} clients: p50 ms`,
      'p99 ms',
      'per s',
      'CPU ms',
      'failed',
    ],
    ...Object.entries(lines).map(([name, { one, many }]) => [
      name,
      ...cells(one),
      ...cells(many),
      decimals(many.serviceCpu),
      String(one.failed + many.failed),
    ]),
  ])
  print(`\nCPU ms: CPU time of the service for a request, ${manyClients} clients`)
  const { changed, failed, p50, max, feedBefore, feedDuring, whaleFeed } = markAll
  print(`mark-all, whale: p50 ${decimals(p50)} ms, max ${decimals(max)} ms, ${changed} changed, ${failed} failed`)
  print(`typical feed meanwhile, 1 client: p99 ${decimals(feedDuring)} ms, before: ${decimals(feedBefore)} ms`)
  print(`feed of the whale meanwhile, 1 client: p50 ${decimals(whaleFeed.p50)} ms, p99 ${decimals(whaleFeed.p99)} ms`)
  print(`${snoozes.count} snoozes, whale: all back after ${decimals(snoozes.returnedAfter)} ms`)
  print(
    `typical feed meanwhile, 1 client: p99 ${decimals(snoozes.feedDuring)} ms, before: ${decimals(snoozes.feedBefore)} ms`,
  )
  print(`mails: ${decimals(mails.perSecond)} per second, CPU of the service for each: ${decimals(mails.serviceCpu)} ms`)
  print(
    `idle service, ${idle.waiting.toLocaleString('en')} messages and as many digests wait: ` +
      `${decimals(idle.cpu * 100)}% of a core for the service`,
  )
  for (const [name, { before, after }] of Object.entries({ service, proxy }))
    print(`memory of the ${name}: ${decimals(before / 2 ** 20)} MB before, ${decimals(after / 2 ** 20)} MB after`)
  for (const [name, { one, many }] of Object.entries(lines))
    if (one.frontCpu !== undefined && many.frontCpu !== undefined)
      print(
        `${name}: CPU of the process in front ${decimals(one.frontCpu)} ms with 1 client, ${decimals(many.frontCpu)} ms with ${manyClients}`,
      )
}

/** Prints what the database did for a request. */
export const printPlans = (name: string, plans: readonly Plan[]): void => {
  process.stdout.write(`\n${name}\n`)
  for (const { statement, time, nodes } of plans) {
    const short = statement.replaceAll(/\s+/g, ' ').replaceAll('"', '')
    process.stdout.write(`  ${time.toFixed(2)} ms  ${short.length > 110 ? `${short.slice(0, 110)}…` : short}\n`)
    for (const node of nodes)
      process.stdout.write(
        `    ${'  '.repeat(node.depth)}${node.name}: ${node.rows} rows, ${node.time.toFixed(2)} ms, ${node.buffers} buffers\n`,
      )
  }
}
