import { clocks } from '../client/clock.ts'
import { RequestError } from '../client/errors/RequestError.ts'
import type { WaitingEntry } from '../console/consoleContext.ts'
import { behaviorRules, behaviors, type Behavior } from '../contract/behavior.ts'
import { requestIdOf } from '../contract/extensions/requestId.ts'
import { type ClockWatch, createClockWatch } from './clockWatch.ts'
import type { Database } from './database/connect.ts'
import { inTransaction } from './database/inTransaction.ts'
import { createDelivery, readPublicUrl } from './delivery/createDelivery.ts'
import type { Senders } from './delivery/sender.ts'
import { createHousekeeping } from './housekeeping.ts'
import { createAuthentication } from './http/authenticate.ts'
import { createHandler } from './http/createHandler.ts'
import { errorResponse, toResponse } from './http/jsonResponse.ts'
import { Refusal } from './http/Refusal.ts'
import { withRequestId } from './http/withRequestId.ts'
import type { LiveServiceOptions } from './live/liveOptions.ts'
import { startLiveEndpoint } from './live/startLiveEndpoint.ts'
import { type Log, logToStderr } from './log.ts'
import { createRetention, mostDays, type RetentionOptions } from './retention.ts'
import { createRuns } from './runs/createRuns.ts'
import { listWaiting } from './runs/listWaiting.ts'
import { createSnoozes } from './snoozes.ts'
import { storeWorkspaceSubscribers } from './subscribers/upsertSubscribers.ts'
import { isZoneName } from './timeZone.ts'
import { createCatalog, templateProblems } from './workspace/catalog.ts'
import { parseWorkspace } from './workspace/parseWorkspace.ts'
import type { WorkspaceInput } from './workspace/workspaceSchema.ts'

/** How long `close` waits for requests and the database, in milliseconds. */
const closingTime = 10_000

const hour = 60 * 60 * 1000

/** See createService. */
export const startService = async ({
  database,
  workspace,
  apiKeys,
  behavior = 'interface',
  envelope = behavior === 'production' ? 'data' : 'none',
  maxBodyBytes = 2 * 1024 * 1024,
  live = {},
  retention,
  senders = {},
  allowPrivateWebhooks = false,
  timeZone = 'UTC',
  publicUrl,
  metrics: hasMetrics = false,
  now: ownClock,
  log = logToStderr,
}: ServiceOptions & { database: Database }): Promise<StartedService> => {
  const now = ownClock ?? (() => new Date(clocks.now()))
  // A clock that is passed is not the computer's, so both are that one.
  const monotonic = ownClock ? () => ownClock().getTime() : clocks.monotonic
  const isSteady = createClockWatch(monotonic, log)
  const startedAt = monotonic()
  /** Not at the start, whose clock may be wrong: a client may still repeat a request of the process before. */
  const mayExpire: ClockWatch = (time) => isSteady(time) && monotonic() - startedAt >= hour
  // NaN would never be exceeded, so it would be no limit.
  if (!(maxBodyBytes > 0))
    throw new RequestError('createService', [{ field: 'maxBodyBytes', message: 'must be a number of bytes above 0' }])
  // NaN and numbers that are too large would be an invalid date for each request.
  if (retention && !(retention.days > 0 && retention.days <= mostDays))
    throw new RequestError('createService', [
      { field: 'retention.days', message: `must be a number of days above 0, at most ${mostDays}` },
    ])
  if (!isZoneName(timeZone))
    throw new RequestError('createService', [
      { field: 'timeZone', message: 'must be the name of an IANA time zone, such as Europe/Stockholm' },
    ])
  const publicAddress = publicUrl === undefined ? undefined : readPublicUrl(publicUrl)
  if (publicUrl !== undefined && publicAddress === undefined)
    throw new RequestError('createService', [
      { field: 'publicUrl', message: 'must be an address such as https://notify.example.com, with or without a path' },
    ])
  // Callers without types can pass any text.
  if (!behaviors.includes(behavior))
    throw new RequestError('createService', [{ field: 'behavior', message: 'must be "interface" or "production"' }])
  const rules = { ...behaviorRules[behavior], hasEnvelope: envelope === 'data' }
  const authenticate = createAuthentication(apiKeys)
  const catalog = createCatalog(parseWorkspace(workspace))
  // Start anyway: the other workflows work, and each event of this one reports the problem.
  for (const problem of templateProblems(catalog)) log(problem)
  // The same for all processes on a server, so that one whose clock is wrong makes nothing of the others old.
  const hasServerTime = database.kind === 'server' && ownClock === undefined
  const delivery = createDelivery(database, {
    catalog,
    senders,
    allowsPrivate: allowPrivateWebhooks,
    timeZone,
    publicUrl: publicAddress,
    now: hasServerTime ? undefined : now,
    monotonic,
    hasMetrics,
    count: (channel, outcome) => metrics?.delivered(channel, outcome),
    onEnd: () => runs.lookNow(),
    log,
  })
  const runs = createRuns(database, {
    catalog,
    address: delivery.address,
    timeZone,
    now: hasServerTime ? undefined : now,
    monotonic,
    onContinued: ({ subscriberIds, messageCount, sends }) => {
      metrics?.stored(messageCount)
      if (sends) delivery.notify()
      if (subscriberIds.size > 0) publish([...subscriberIds])
    },
    log,
  })
  await inTransaction(database.kysely, 'write', async (trx) => {
    await runs.prime(trx)
    await storeWorkspaceSubscribers(trx, catalog, runs.time())
    await delivery.prepare(trx)
  })

  const { environmentId } = catalog
  const started = live === false ? undefined : startLiveEndpoint(live, { database, environmentId, log })
  const metrics = hasMetrics
    ? (await import('./http/metrics.ts')).createMetrics(database, {
        streamCount: () => started?.streamCount() ?? 0,
        waitingMessages: () => delivery.waiting(),
      })
    : undefined
  const common = { database, catalog, authenticate, rules, maxBodyBytes, hasServerTime, log }
  const publish = (subscriberIds: string[]) => started?.publish({ subscriberIds })
  const snoozes = createSnoozes(database, {
    environmentId,
    now: hasServerTime ? undefined : now,
    monotonic,
    publish,
    log,
  })
  const handle = createHandler({ ...common, mayExpire, live: started, metrics, snoozes, runs, delivery, timeZone })
  const housekeeping = createHousekeeping(database, {
    retention:
      retention && createRetention({ ...retention, database, environmentId, publish, count: metrics?.removed }),
    now: hasServerTime ? undefined : now,
    monotonic,
    isSteady,
    mayExpire,
    log,
  })
  if (!ownClock) {
    snoozes.start()
    runs.start()
    delivery.start()
  }
  let lookedAt = ownClock?.().getTime()
  /** A clock that is passed moves when its owner moves it: the next request looks. */
  const lookAfterStep = () => {
    const time = ownClock?.().getTime()
    if (time === lookedAt) return
    lookedAt = time
    snoozes.lookNow()
    runs.lookNow()
    delivery.notify()
  }
  const inFlight = new Set<Promise<Response>>()
  let closing: Promise<void> | undefined
  let hasFailed = false
  void database.failure?.then(() => {
    hasFailed = true
    return Promise.all([snoozes.stop(), runs.stop(), delivery.stop()])
  })

  const fetch = async (request: Request): Promise<Response> => {
    if (closing || hasFailed) {
      const reason = hasFailed ? 'The database has failed: see the log of the service.' : 'The service is stopping.'
      const error = new Refusal(503, reason, { headers: { 'retry-after': '1' } })
      const response = toResponse(errorResponse(error, { path: new URL(request.url).pathname, time: now() }))
      return withRequestId(response, requestIdOf(request))
    }
    const responding = handle(request)
    inFlight.add(responding)
    try {
      return await responding
    } finally {
      inFlight.delete(responding)
      void housekeeping.run()
      lookAfterStep()
    }
  }

  const closeAll = async () => {
    // A stream is no request in flight: its response began when it was opened.
    started?.endStreams()
    await Promise.all([...inFlight, housekeeping.stop(), snoozes.stop(), runs.stop(), delivery.stop()])
    await started?.close()
    await database.close()
  }

  const close = async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<true>((resolve) => (timer = setTimeout(resolve, closingTime, true)))
    try {
      if (!(await Promise.race([closeAll(), late]))) return
    } finally {
      clearTimeout(timer)
    }
    log('The database or a request did not end within ten seconds. The service closed without them.')
    await database.destroy()
  }

  return Object.assign((request: Request) => fetch(request), {
    fetch,
    endStreams: () => started?.endStreams(),
    streamCount: () => started?.streamCount() ?? 0,
    listWaiting: (subscriberId?: string) => listWaiting(database, catalog, subscriberId),
    ...(metrics && { metrics: metrics.respond }),
    close: () => (closing ??= close()),
  })
}

/** Options of createService. */
export interface ServiceOptions {
  /**
   * A database from openDatabase, or the address that openDatabase takes: `memory`, a folder or `postgres://…`. Closing
   * the service closes the database.
   */
  database: Database | string
  /** Integrations, workflows and preferences: the input or the result of parseWorkspace. */
  workspace: WorkspaceInput
  /** The API keys that clients may send as `Authorization: ApiKey <key>`. At least one, in visible ASCII characters. */
  apiKeys: readonly string[]
  /**
   * Which service to imitate. `interface` responds as docs/interface.md describes. `production` responds as Novu's API
   * does where it differs: wrapped responses, totals clamped to the feed page, 400 for an unknown subscriber in the
   * feed, "unread" marks as seen, and more. See docs/novu.md. Default `interface`.
   */
  behavior?: Behavior
  /**
   * `data` wraps every successful response except the feed's as `{"data": …}`; `none` wraps none of these. Responses
   * of extensions are always wrapped. Default: `data`
   * with the behavior `production`, else `none`.
   */
  envelope?: 'none' | 'data'
  /** Largest request body, in bytes. Larger ones get status 413. Default 2 MiB. */
  maxBodyBytes?: number
  /**
   * Live delivery: after each event and each mark, the service publishes a hint, and `GET /v1/live` serves the hints to
   * proxies. `false` disables it. Default: enabled.
   */
  live?: false | LiveServiceOptions
  /**
   * Removes messages, and the transaction ids of delivered events, that are older than this, in small steps while the
   * service runs. Open inboxes get a hint. An event that is sent again with a removed transaction id is delivered
   * again. Default: nothing is removed.
   */
  retention?: RetentionOptions | undefined
  /**
   * Senders of your own by the `providerId` of their integrations, beside the built-in ones of docs/sending.md, or
   * in place of these. Default: none.
   */
  senders?: Senders
  /**
   * Whether webhook URLs of subscribers may lead to private networks and to this machine. Default false: whoever can
   * store a webhook URL could reach what only the service can reach.
   */
  allowPrivateWebhooks?: boolean
  /**
   * Name of the IANA time zone of the delivery hours of subscribers who have none: `Europe/Stockholm`. Default `UTC`.
   */
  timeZone?: string
  /**
   * The address at which the internet reaches this service, such as `https://notify.example.com`, with or without a
   * path. Mails then have the header `List-Unsubscribe`, whose link switches off the emails of a workflow with one
   * click. Of the service, only `/v1/unsubscribe/` has to be reachable there. Default: mails have no such header.
   */
  publicUrl?: string | undefined
  /**
   * Measures requests, and serves `GET /metrics` for Prometheus to clients that send an API key. Default false; the
   * command enables it.
   */
  metrics?: boolean
  /** Returns the current time. Default: the system clock. */
  now?: () => Date
  /**
   * Receives messages for the operator of the service: one line each, or several if an error has a stack. The second
   * argument has the parts of the line, for structured logs. If it throws, the line goes to standard error. Default:
   * standard error.
   */
  log?: Log
}

/** A service: a function from request to response that never rejects. */
export interface Service {
  /** Responds to a request. It never rejects. */
  (request: Request): Promise<Response>
  /** The same function, for servers that expect an object with `fetch`. */
  fetch: (request: Request) => Promise<Response>
  /**
   * Ends the streams of `GET /v1/live`, waits for the requests in flight, responds with 503 to new ones, and closes the
   * database. After ten seconds, it ends the connections to the database, and requests in flight get 503.
   */
  close(): Promise<void>
}

/** A service as its command uses it. */
export interface StartedService extends Service {
  /** Ends the streams of `GET /v1/live`, and responds with 503 to new ones. Other requests are served as before. */
  endStreams(): void
  /** The number of open streams of `GET /v1/live`. */
  streamCount(): number
  /** Lists the next workflows that go on and the next messages that are sent: of a subscriber, or of all. */
  listWaiting(subscriberId?: string): Promise<WaitingEntry[]>
  /** Responds with the metrics. undefined if they are disabled. */
  metrics?: () => Promise<Response>
}
