import { type BehaviorRules, isWrapped } from '../../contract/behavior.ts'
import { requestIdOf } from '../../contract/extensions/requestId.ts'
import { streamIdHeader } from '../../contract/live/liveStream.ts'
import { serviceLivePath } from '../../contract/live/serviceStream.ts'
import { matchOperation, withoutExtraSlashes } from '../../contract/matchOperation.ts'
import { isWrite, type Operation } from '../../contract/operations.ts'
import type { ClockWatch } from '../clockWatch.ts'
import type { Database } from '../database/connect.ts'
import { sql } from '../database/kysely.ts'
import { type Delivery, unsubscribePath } from '../delivery/createDelivery.ts'
import type { LiveEndpoint } from '../live/startLiveEndpoint.ts'
import { type Log, logOfRequest } from '../log.ts'
import { emptyReport } from '../operations/Implementation.ts'
import { implementations } from '../operations/implementations.ts'
import type { Runs } from '../runs/createRuns.ts'
import type { Snoozes } from '../snoozes.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { onlyNew } from '../workspace/onlyNew.ts'
import { type Commit, createCommit, type Work } from './createCommit.ts'
import { createHealth } from './health.ts'
import { fingerprintOf, readIdempotencyKey, respondOnce, stillRunning } from './idempotency.ts'
import { errorResponse, failureResponse, type JsonResponse, jsonResponse, toResponse } from './jsonResponse.ts'
import type { Metrics } from './metrics.ts'
import { metricsPath } from './metricsPath.ts'
import { readJson } from './readInput.ts'
import { Refusal, UnknownSubscriberError } from './Refusal.ts'
import { refusalLine } from './refusalLine.ts'
import { served, type ServedName } from './served.ts'
import { createUnsubscribe } from './unsubscribe.ts'
import { withRequestId } from './withRequestId.ts'

export interface HandlerOptions {
  database: Database
  catalog: Catalog
  authenticate: (request: Request) => void
  /** Differences between services to follow. */
  rules: BehaviorRules
  maxBodyBytes: number
  /** Live delivery. undefined if it is disabled. */
  live: LiveEndpoint | undefined
  /** Undefined if they are disabled. */
  metrics: Metrics | undefined
  snoozes: Pick<Snoozes, 'lookAt'>
  runs: Pick<Runs, 'lookAt' | 'time'>
  delivery: Pick<Delivery, 'address' | 'notify' | 'readUnsubscribeToken'>
  /** IANA zone of subscribers without one. */
  timeZone: string
  /** Whether the database's time decides what has expired. */
  hasServerTime: boolean
  mayExpire: ClockWatch
  log: Log
}

/** Responds with JSON, except to `GET /v1/live` and to links in mails. The promise never rejects. */
export const createHandler = (options: HandlerOptions): ((request: Request) => Promise<Response>) => {
  const { database, catalog, authenticate, live, metrics, runs, log } = options
  const commit = createCommit(options)
  const runOperation = createOperationRunner(options, commit)
  const unsubscribe = createUnsubscribe({ ...options, commit })
  const health = createHealth(database)

  const dispatch = async (request: Request, requestId: string): Promise<Response> => {
    const url = new URL(request.url)
    const time = runs.time()
    const requestLog = logOfRequest(log, requestId)
    const path = withoutExtraSlashes(url.pathname)
    const isUnsubscribe = path.startsWith(unsubscribePath)
    const respond = (response: JsonResponse) => {
      const line = refusalLine(request, response, authenticate)
      for (const text of onlyNew(catalog, line === undefined ? [] : [line])) requestLog(text)
      return toResponse(response)
    }
    try {
      if (path === '/healthz') return toResponse(await health.healthz())
      if (path === '/readyz') return toResponse(await health.readyz())
      if (path === '/openapi.json' && request.method === 'GET') return toResponse(await describeApi())
      if (path === serviceLivePath && live) return openStream(request, { authenticate, live })
      if (path === metricsPath && metrics) {
        checkMethod(request, metricsPath)
        authenticate(request)
        return await metrics.respond()
      }
      if (isUnsubscribe) return await unsubscribe(request, path.slice(unsubscribePath.length))
      return respond(await runOperation(request, { url, time, log: requestLog }))
    } catch (error) {
      // A token is a permission, which no log gets.
      const info = { path: isUnsubscribe ? `${unsubscribePath}…` : url.pathname, time, requestId }
      return respond(error instanceof Refusal ? errorResponse(error, info) : failureResponse(error, info, requestLog))
    }
  }

  const handle = async (request: Request) => {
    const requestId = requestIdOf(request)
    return withRequestId(await dispatch(request, requestId), requestId)
  }
  return metrics ? metrics.measure(handle) : handle
}

/** `GET /openapi.json`: the OpenAPI description of the operations. It contains no secret, so it requires no key. */
const describeApi = async (): Promise<JsonResponse> => {
  const { default: description } = await import('../schemas/openapi.json', { with: { type: 'json' } })
  return jsonResponse(200, description)
}

/**
 * `GET /v1/live`: the stream of hints.
 * @throws Refusal 401 without a valid key, 405 for another method.
 */
const openStream = (
  request: Request,
  { authenticate, live }: { authenticate: (request: Request) => void; live: LiveEndpoint },
) => {
  checkMethod(request, serviceLivePath)
  authenticate(request)
  return live.open(request)
}

const checkMethod = ({ method }: Request, path: string) => {
  if (method !== 'GET') throw new Refusal(405, `${path} allows GET, not ${method}.`, { headers: { allow: 'GET' } })
}

const createOperationRunner = (options: HandlerOptions, commit: Commit) => {
  const { catalog, authenticate, rules, maxBodyBytes, delivery, hasServerTime, mayExpire, timeZone } = options
  const { organizationId } = catalog
  // The embedded database has one connection. A second request with the same key would wait for the transaction of the
  // first one, instead of receiving 409.
  const running = new Set<string>()

  return async (
    request: Request,
    { url, time, log }: { url: URL; time: Date; log: (line: string) => void },
  ): Promise<JsonResponse> => {
    const { name, subscriberId, id } = findOperation(request.method, url.pathname)
    authenticate(request)
    const operation: Operation = served[name]
    const access = isWrite(operation) ? 'write' : 'read'
    const key = access === 'write' ? readIdempotencyKey(request) : undefined
    const body = operation.body ? await readJson(request, maxBodyBytes) : undefined
    const start = () => {
      const run = implementations[name]({ subscriberId, id, query: url.searchParams, body })
      return (work: Work) =>
        run({ ...work, catalog, time, address: delivery.address, timeZone, log, rules }).catch((error: unknown) => {
          if (error instanceof UnknownSubscriberError && rules.badRequestWhenUnknown.includes(name))
            throw new Refusal(400, error.message)
          throw error
        })
    }
    const finish = (result: unknown): JsonResponse =>
      operation.status === 204
        ? { status: 204, body: '' }
        : jsonResponse(operation.status, isWrapped(name, rules) ? { data: result } : result)

    // An event has no stream: its sender is no inbox.
    const streamId = (operation.changesFeed && request.headers.get(streamIdHeader)) || undefined

    if (key === undefined) {
      const run = start()
      return finish(await commit(access, run, streamId))
    }

    if (running.has(key)) throw stillRunning(key)
    running.add(key)
    try {
      const keyed = {
        organizationId,
        key,
        // Without a body, the path says what the request does.
        fingerprint: fingerprintOf(body ?? [request.method, url.pathname]),
        time: hasServerTime ? undefined : time,
        mayExpire,
      }
      const run = (work: Work) =>
        respondOnce(work.trx, keyed, () =>
          undoingErrors(work, { path: url.pathname, time }, async () => finish(await start()(work))),
        )
      return await commit(access, run, streamId)
    } finally {
      running.delete(key)
    }
  }
}

/** The hosted API also takes single events and subscribers. Their senders know no other path. */
const cureOf = (method: string, pathname: string): string => {
  const [, what] = /^\/v[12]\/(events\/trigger|subscribers)$/.exec(withoutExtraSlashes(pathname)) ?? []
  if (method !== 'POST' || what === undefined) return ''
  return ` Use POST /v1/${what}/bulk, with { "${what === 'subscribers' ? what : 'events'}": [ … ] }.`
}

/**
 * @throws Refusal 404 for an unknown path, 405 with `Allow` for another method, 400 for an id that is not
 * percent-encoded UTF-8 or contains a NUL character.
 */
const findOperation = (method: string, pathname: string): { name: ServedName; subscriberId: string; id: string } => {
  const { name, allow, ...ids } = matchOperation<ServedName>(served, method, pathname)
  if (allow.length === 0)
    throw new Refusal(404, `${method} ${pathname} is not an operation of the interface.${cureOf(method, pathname)}`)
  if (!name) {
    const allowed = allow.join(', ')
    throw new Refusal(405, `${pathname} allows ${allowed}, not ${method}.`, { headers: { allow: allowed } })
  }
  const read = (what: string, id: string | undefined) => {
    if (id === undefined) throw new Refusal(400, `The ${what} id in the path is not percent-encoded UTF-8.`)
    // PostgreSQL refuses a NUL character even in a comparison. No stored id contains one.
    if (id.includes('\0')) throw new Refusal(400, `The ${what} id in the path must not contain a NUL character.`)
    return id
  }
  return {
    name,
    subscriberId: read('subscriber', ids.subscriberId),
    id: 'id' in ids ? read('notification', ids.id) : '',
  }
}

/**
 * Rolls back an operation with an error of the client, and returns the error's response. It is stored and repeated like
 * others.
 */
const undoingErrors = async (
  { trx, report }: Work,
  info: { path: string; time: Date },
  run: () => Promise<JsonResponse>,
): Promise<JsonResponse> => {
  await sql`savepoint before_operation`.execute(trx)
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint before_operation`.execute(trx)
    Object.assign(report, emptyReport())
    return errorResponse(error, info)
  }
}
