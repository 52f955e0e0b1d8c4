import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { clocks } from '../../client/clock.ts'
import type { Channel } from '../../contract/channel.ts'
import { extensionOperations } from '../../contract/extensions/extensionOperations.ts'
import { serviceLivePath } from '../../contract/live/serviceStream.ts'
import { matchOperation, withoutExtraSlashes } from '../../contract/matchOperation.ts'
import { operations } from '../../contract/operations.ts'
import type { Database } from '../database/connect.ts'
import { type DeliveryOutcome, unsubscribePath, type Waiting } from '../delivery/createDelivery.ts'
import type { Removed } from '../retention.ts'
import { metricsPath } from './metricsPath.ts'

/** The metrics of a service. */
export interface Metrics {
  measure(handle: Handle): Handle
  /** Counts the messages of a committed event. */
  stored(messages: number): void
  /** Counts the rows that a step of the retention has removed. */
  removed(rows: Removed): void
  /** Counts a try to send a message. */
  delivered(channel: Channel, outcome: DeliveryOutcome): void
  /** Responds with all metrics, in the text format of Prometheus. */
  respond(): Promise<Response>
}

type Handle = (request: Request) => Promise<Response>

/** CPU, memory and the event loop belong to the process, which may have several services. */
let processRegistry: Registry | undefined
const startProcessMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Paths that are no operations. */
const otherPaths: Partial<Record<string, string>> = {
  '/healthz': 'healthz',
  '/readyz': 'readyz',
  '/openapi.json': 'openapi',
  [metricsPath]: 'metrics',
  [serviceLivePath]: 'live',
}

/** The name of an operation, never a path or an id: each combination of labels costs memory for good. */
const operationOf = ({ method, url }: Request): string => {
  const path = withoutExtraSlashes(new URL(url).pathname)
  if (path.startsWith(unsubscribePath)) return 'unsubscribe'
  return otherPaths[path] ?? matchOperation({ ...operations, ...extensionOperations }, method, path).name ?? 'unknown'
}

export const createMetrics = (
  database: Database,
  {
    streamCount,
    waitingMessages,
  }: {
    streamCount: () => number
    /** The messages that wait to be sent. */
    waitingMessages: () => Waiting
  },
): Metrics => {
  processRegistry ??= startProcessMetrics()
  const own = new Registry()
  const registers = [own]
  const duration = new Histogram({
    name: 'tidings_request_duration_seconds',
    help: 'Time from a request to its response, by operation and class of the status. For "live": to the open stream.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const inFlight = new Gauge({
    name: 'tidings_requests_in_flight',
    help: 'Requests without a response.',
    registers,
  })
  const stored = new Counter({
    name: 'tidings_messages_stored_total',
    help: 'Messages of committed events.',
    registers,
  })
  const removed = new Counter({
    name: 'tidings_retention_removed_rows_total',
    help: 'Rows that the retention has removed, by table.',
    labelNames: ['table'] as const,
    registers,
  })
  for (const table of ['messages', 'transaction_ids']) removed.inc({ table }, 0)
  const delivered = new Counter({
    name: 'tidings_deliveries_total',
    help: 'Tries to send a message, by channel and outcome: sent, failed for good, or tried again later.',
    labelNames: ['channel', 'outcome'] as const,
    registers,
  })
  // Read when the metrics are requested.
  void new Gauge({
    name: 'tidings_waiting_messages',
    help: 'Messages that wait to be sent by any process, at most 30 seconds ago.',
    registers,
    collect() {
      this.set(waitingMessages().count)
    },
  })
  void new Gauge({
    name: 'tidings_waiting_messages_overdue_seconds',
    help: 'For how long the message was due that was due longest, at most 30 seconds ago.',
    registers,
    collect() {
      this.set(waitingMessages().overdue)
    },
  })
  void new Gauge({
    name: 'tidings_hint_streams',
    help: 'Open streams of hints.',
    registers,
    collect() {
      this.set(streamCount())
    },
  })
  void new Gauge({
    name: 'tidings_database_connections',
    help: 'Connections to the database by state, and requests that wait for one. An embedded database has one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { total, idle, waiting } = database.connections()
      this.set({ state: 'used' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  const all = Registry.merge([processRegistry, own])

  return {
    measure: (handle) => async (request) => {
      inFlight.inc()
      const startedAt = clocks.monotonic()
      try {
        const response = await handle(request)
        const labels = { operation: operationOf(request), status: `${Math.floor(response.status / 100)}xx` }
        duration.observe(labels, (clocks.monotonic() - startedAt) / 1000)
        return response
      } finally {
        inFlight.dec()
      }
    },
    stored: (messages) => stored.inc(messages),
    delivered: (channel, outcome) => delivered.inc({ channel, outcome }),
    removed: ({ messages, transactionIds }) => {
      removed.inc({ table: 'messages' }, messages)
      removed.inc({ table: 'transaction_ids' }, transactionIds)
    },
    respond: async () =>
      new Response(await all.metrics(), { headers: { 'content-type': all.contentType, 'cache-control': 'no-store' } }),
  }
}
