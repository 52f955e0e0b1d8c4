import { cpus } from 'node:os'
import { apiKey } from '../processes/apiKey.ts'
import { type Child, startChild } from '../processes/child.ts'
import { pause, percentile } from '../processes/clock.ts'
import type { InboxServer } from '../processes/inboxServer.ts'
import type { MailServer } from '../processes/mailServer.ts'
import { progress } from './backends.ts'
import {
  type IdleFigures,
  type LineFigures,
  type LoadFigures,
  type MailFigures,
  type MarkAllFigures,
  type SnoozeFigures,
  summarize,
} from './figures.ts'
import type { Layout } from './layout.ts'
import type { LoadGenerator, LoadRequest } from './loadGenerator.ts'
import { postsWorkspace } from './postsWorkspace.ts'
import {
  countSnoozed,
  mailScenario,
  markAll,
  nextToSnooze,
  type Scenario,
  snooze,
  typicalFeeds,
  whaleFeed,
} from './scenarios.ts'

/** The number of clients of the second half of the table. */
export const manyClients = 32

/** How often all notifications of the whale are marked. */
const markAlls = 6

/** The processes of a measurement: each has its own, so that its CPU time and memory are its alone. */
export interface Processes {
  service: Child<InboxServer>
  proxy: Child<InboxServer>
  /** The least that a proxy does, for comparison. */
  forward: Child<InboxServer>
  load: Child<LoadGenerator>
  /** Where the service sends mails. */
  mails: Child<MailServer>
  /** Their addresses. */
  addresses: Record<Scenario['target'], string>
  stop(): Promise<void>
}

/** Starts a mail server, a service on a database, a proxy and a bare forward in front of it, and a load generator. */
export const startProcesses = async (data: string, { metrics = false } = {}): Promise<Processes> => {
  const startServer = () => startChild<InboxServer>(import.meta.resolve('../processes/inboxServer.ts'))
  const [service, proxy, forward] = [startServer(), startServer(), startServer()]
  const load = startChild<LoadGenerator>(import.meta.resolve('./loadGenerator.ts'))
  const mails = startChild<MailServer>(import.meta.resolve('../processes/mailServer.ts'))
  const workspace = postsWorkspace(await mails.call('start'))
  // Without logs: an overloaded service writes a stack for each failed request, and the table has their number.
  const serviceUrl = await service.call('service', { data, workspace, logs: false, metrics })
  const addresses = {
    service: serviceUrl,
    proxy: await proxy.call('proxy', { serviceUrl }),
    forward: await forward.call('forward', { serviceUrl }),
  }
  const stop = async () => void (await Promise.all([service, proxy, forward, load, mails].map((child) => child.stop())))
  return { service, proxy, forward, load, mails, addresses, stop }
}

/** Sends each kind of request for a short time, so that code is compiled, and caches and connections exist. */
export const warmUp = async ({ load, addresses }: Processes, scenarios: readonly Scenario[]): Promise<void> => {
  for (const { name, target, requests } of scenarios) {
    progress(`warm-up: ${name} …`)
    await load.call('run', { address: addresses[target], requests, clients: manyClients, seconds: 0.5 })
  }
}

/** Measures a line of the table. */
export const measureScenario = async (
  processes: Processes,
  { name, target, requests }: Scenario,
  seconds: number,
): Promise<LineFigures> => {
  const { service, load, addresses } = processes
  const front = target === 'service' ? undefined : processes[target]
  const run = async (clients: number): Promise<LoadFigures> => {
    progress(`${name}, ${clients === 1 ? '1 client' : `${clients} clients`} …`)
    const call = { address: addresses[target], requests, clients }
    await load.call('run', { ...call, seconds: Math.min(1, seconds / 2) })
    const usage = async () => [(await service.call('usage')).cpu, (await front?.call('usage'))?.cpu ?? 0] as const
    const [serviceBefore, frontBefore] = await usage()
    const sent = await load.call('run', { ...call, seconds })
    const [serviceAfter, frontAfter] = await usage()
    const count = sent.times.length + sent.failed
    return {
      ...summarize(sent),
      serviceCpu: (serviceAfter - serviceBefore) / count,
      ...(front && { frontCpu: (frontAfter - frontBefore) / count }),
    }
  }
  return { one: await run(1), many: await run(manyClients) }
}

/** Marks all notifications of the whale as unread and as read, in turns, while a typical feed is requested. */
export const measureMarkAll = async (
  { load, addresses }: Processes,
  layout: Layout,
  seconds: number,
): Promise<MarkAllFigures> => {
  progress('mark-all, whale …')
  const address = addresses.service
  const feeds = { address, requests: typicalFeeds(layout), clients: 1 }
  // The first one depends on the flags that the rows had.
  await load.call('once', { address, request: markAll('read') })
  const before = await load.call('run', { ...feeds, seconds })

  const [times, feedTimes]: [number[], number[]] = [[], []]
  let [changed, failed, mark]: [number, number, 'unread' | 'read'] = [0, 0, 'unread']
  for (let turn = 0; turn < markAlls; turn++) {
    await load.call('start', feeds)
    const marked = await load.call('once', { address, request: markAll(mark) })
    feedTimes.push(...(await load.call('stop')).times)
    if (!marked.isSuccess) {
      // Nothing changed, so the next one is the same mark.
      failed += 1
      continue
    }
    changed = Number(marked.body)
    mark = mark === 'read' ? 'unread' : 'read'
    times.push(marked.time)
  }
  await load.call('start', { address, requests: [whaleFeed], clients: 1 })
  await load.call('once', { address, request: markAll(mark) })
  const { p50, p99 } = summarize(await load.call('stop'))
  return {
    changed,
    failed,
    p50: percentile(times, 0.5),
    max: Math.max(...times),
    feedBefore: summarize(before).p99,
    feedDuring: percentile(feedTimes, 0.99),
    whaleFeed: { p50, p99 },
  }
}

/** How many snoozes end at the same moment, and how long before it they are stored, in milliseconds. */
const [snoozes, ahead] = [10_000, 60_000]

/** Snoozes many notifications of the whale until the same moment, and requests a typical feed while they return. */
export const measureSnoozes = async (
  { load, addresses }: Processes,
  layout: Layout,
  seconds: number,
): Promise<SnoozeFigures> => {
  progress('snoozes, whale …')
  const address = addresses.service
  const end = Date.now() + ahead
  const snoozed = async () => {
    const { body } = await load.call('once', { address, request: countSnoozed })
    return (body as { data: [{ count: number }] }).data[0].count
  }
  for (let count = 0; count < Math.min(snoozes, layout.whaleRows); count = await snoozed()) {
    const { body } = await load.call('once', { address, request: nextToSnooze })
    const ids = (body as { data: { id: string }[] }).data.map(({ id }) => id)
    await load.call('once', { address, request: snooze(ids, end) })
  }
  const count = await snoozed()
  const feeds = { address, requests: typicalFeeds(layout), clients: 1 }
  const before = await load.call('run', { ...feeds, seconds })
  const left = end - Date.now()
  if (left < 0) throw new Error(`Storing ${count} snoozes took longer than ${ahead / 1000} s.`)
  await pause(left)
  await load.call('start', feeds)
  while ((await snoozed()) > 0) await pause(20)
  const returnedAfter = Date.now() - end
  const { times } = await load.call('stop')
  return { count, returnedAfter, feedBefore: summarize(before).p99, feedDuring: percentile(times, 0.99) }
}

/** Triggers mails until enough wait, and measures how fast the service sends them without other requests. */
export const measureMails = async (
  { service, load, mails, addresses }: Processes,
  layout: Layout,
  seconds: number,
): Promise<MailFigures> => {
  progress('mails …')
  const { requests } = mailScenario(layout)
  // More than it can send meanwhile.
  for (let call = 0; call < 10 * (seconds + 1); call++) {
    const request = requests[call % requests.length]
    if (request) await load.call('once', { address: addresses.service, request })
  }
  const read = async () => [await mails.call('count'), (await service.call('usage')).cpu, performance.now()] as const
  const [countBefore, cpuBefore, timeBefore] = await read()
  await pause(seconds * 1000)
  const [countAfter, cpuAfter, timeAfter] = await read()
  const count = countAfter - countBefore
  return { perSecond: count / ((timeAfter - timeBefore) / 1000), serviceCpu: (cpuAfter - cpuBefore) / count }
}

/** The messages that wait, by the metrics of a service. */
const countWaiting = async (address: string): Promise<number> => {
  const response = await fetch(`${address}/metrics`, { headers: { authorization: `ApiKey ${apiKey}` } })
  return Number(/^tidings_waiting_messages (\d+)$/m.exec(await response.text())?.[1])
}

/** How long an idle service is measured, in milliseconds: two of its looks at the queue. */
const idleTime = 60_000

/** Measures a service that has no requests. Many messages wait, and none is due. */
export const measureIdle = async ({ service, load, addresses }: Processes): Promise<IdleFigures> => {
  progress('idle service …')
  await load.call('once', { address: addresses.service, request: whaleFeed })
  await pause(3_000)
  const read = async () => [(await service.call('usage')).cpu, performance.now()] as const
  const [cpuBefore, timeBefore] = await read()
  await pause(idleTime)
  const [cpuAfter, timeAfter] = await read()
  return { waiting: await countWaiting(addresses.service), cpu: (cpuAfter - cpuBefore) / (timeAfter - timeBefore) }
}

/** The share of the CPU that is in use, from 0 to 1, in the next three seconds. */
export const measureLoad = async (): Promise<number> => {
  const read = () => {
    const times = cpus().map((cpu) => cpu.times)
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((each) => Object.values(each))) }
  }
  const before = read()
  await pause(3_000)
  const after = read()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

/** The ids of some messages of the whale. */
export const idsOf = async ({ load, addresses }: Processes, pages: readonly LoadRequest[]): Promise<string[]> => {
  const ids: string[] = []
  for (const request of pages) {
    const { body } = await load.call('once', { address: addresses.service, request })
    ids.push(...(body as { data: { _id: string }[] }).data.map(({ _id }) => _id))
  }
  return ids
}

/** The resident memory of the service and the proxy, after a garbage collection. */
export const measureMemory = async ({ service, proxy }: Processes): Promise<{ service: number; proxy: number }> => {
  const measure = async (child: Child<InboxServer>) => {
    await child.call('collectGarbage')
    return (await child.call('usage')).memory
  }
  return { service: await measure(service), proxy: await measure(proxy) }
}
