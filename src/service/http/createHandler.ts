import { type BehaviorRules, isWrapped } from '../../contract/behavior.ts'
import { type ExtensionName, extensionOperations } from '../../contract/extensions/extensionOperations.ts'
import { requestIdOf } from '../../contract/extensions/requestId.ts'
import { streamIdHeader } from '../../contract/live/liveStream.ts'
import { serviceLivePath } from '../../contract/live/serviceStream.ts'
import { matchOperation } from '../../contract/matchOperation.ts'
import { isWrite, type Operation, type OperationName, operations } from '../../contract/operations.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import { sql } from '../database/kysely.ts'
import type { Live } from '../live/startLive.ts'
import { type Log, logOfRequest } from '../log.ts'
import { emptyReport, type OperationContext } from '../operations/Implementation.ts'
import { implementations } from '../operations/implementations.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { answerError, answerFailure, answerWith, toResponse, type Answer } from './answer.ts'
import { createHealth } from './health.ts'
import { HttpError, UnknownSubscriberError } from './HttpError.ts'
import { answerOnce, fingerprintOf, readIdempotencyKey, stillRunning } from './idempotency.ts'
import type { Metrics } from './metrics.ts'
import { metricsPath } from './metricsPath.ts'
import { readJson } from './readInput.ts'
import { withRequestId } from './withRequestId.ts'

export interface HandlerOptions {
  database: Database
  catalog: Catalog
  authenticate: (request: Request) => void
  /** Differences between services to follow. */
  rules: BehaviorRules
  maxBodyBytes: number
  /** Live delivery. undefined if it is disabled. */
  live: Live | undefined
  /** Undefined if they are disabled. */
  metrics: Metrics | undefined
  now: () => Date
  log: Log
}

/** Responds with JSON, except to `GET /v1/live`. The promise never rejects. */
export const createHandler = (options: HandlerOptions): ((request: Request) => Promise<Response>) => {
  const { database, authenticate, live, metrics, now, log } = options
  const answer = createAnswering(options)
  const health = createHealth(database)

  const respond = async (request: Request, requestId: string): Promise<Response> => {
    const url = new URL(request.url)
    const time = now()
    const requestLog = logOfRequest(log, requestId)
    try {
      if (url.pathname === '/healthz') return toResponse(await health.healthz())
      if (url.pathname === '/readyz') return toResponse(await health.readyz())
      if (url.pathname === '/openapi.json' && request.method === 'GET') return toResponse(await describeApi())
      if (url.pathname === serviceLivePath && live) return openStream(request, { authenticate, live })
      if (url.pathname === metricsPath && metrics) {
        checkMethod(request, metricsPath)
        authenticate(request)
        return await metrics.respond()
      }
      return toResponse(await answer(request, { url, time, log: requestLog }))
    } catch (error) {
      const info = { path: url.pathname, time, requestId }
      return toResponse(error instanceof HttpError ? answerError(error, info) : answerFailure(error, info, requestLog))
    }
  }

  const handle = async (request: Request) => {
    const requestId = requestIdOf(request)
    return withRequestId(await respond(request, requestId), requestId)
  }
  return metrics ? metrics.measure(handle) : handle
}

/** `GET /openapi.json`: the OpenAPI description of the operations. It contains no secret, so it requires no key. */
const describeApi = async (): Promise<Answer> => {
  const { default: description } = await import('../schemas/openapi.json', { with: { type: 'json' } })
  return answerWith(200, description)
}

/**
 * `GET /v1/live`: the stream of hints.
 * @throws HttpError 401 without a valid key, 405 for another method.
 */
const openStream = (
  request: Request,
  { authenticate, live }: { authenticate: (request: Request) => void; live: Live },
) => {
  checkMethod(request, serviceLivePath)
  authenticate(request)
  return live.open(request)
}

const checkMethod = ({ method }: Request, path: string) => {
  if (method !== 'GET') throw new HttpError(405, `${path} allows GET, not ${method}.`, { headers: { allow: 'GET' } })
}

/** The operations at the addresses of the service. */
const served = { ...operations, ...extensionOperations }
type ServedName = OperationName | ExtensionName

/** The header of a mark's browser. An event has none: its sender has no stream. */
const streamIdOf = (request: Request, name: ServedName) =>
  name === 'markAs' || name === 'markAll' ? (request.headers.get(streamIdHeader) ?? undefined) : undefined

type Work = Pick<OperationContext, 'trx' | 'report'>

const createAnswering = (options: HandlerOptions) => {
  const { database, catalog, authenticate, rules, maxBodyBytes, live, metrics } = options
  const { kysely } = database
  const { organizationId } = catalog
  // The embedded database has one connection. A second request with the same key would wait for the transaction of the
  // first one, instead of receiving 409.
  const running = new Set<string>()

  return async (
    request: Request,
    { url, time, log }: { url: URL; time: Date; log: (line: string) => void },
  ): Promise<Answer> => {
    const { name, subscriberId } = findOperation(request.method, url.pathname)
    authenticate(request)
    const operation: Operation = served[name]
    const access = isWrite(operation) ? 'write' : 'read'
    const key = access === 'write' ? readIdempotencyKey(request) : undefined
    const body = operation.body ? await readJson(request, maxBodyBytes) : undefined
    const start = () => {
      const run = implementations[name]({ subscriberId, query: url.searchParams, body })
      return (work: Work) =>
        run({ ...work, catalog, time, log, rules }).catch((error: unknown) => {
          if (error instanceof UnknownSubscriberError && rules.badRequestWhenUnknown.includes(name))
            throw new HttpError(400, error.message)
          throw error
        })
    }
    const finish = (result: unknown) => answerWith(operation.status, isWrapped(name, rules) ? { data: result } : result)

    /** Runs a transaction. After its commit, hints the subscribers whose messages it has changed. */
    const commit = async <Result>(run: (work: Work) => Promise<Result>): Promise<Result> => {
      const { result, report } = await inTransaction(kysely, access, async (trx) => {
        // The work may run again after a deadlock.
        const work = { trx, report: emptyReport() }
        return { result: await run(work), report: work.report }
      })
      metrics?.stored(report.messageCount)
      live?.publish({ subscriberIds: [...report.changed], streamId: streamIdOf(request, name) })
      return result
    }

    if (key === undefined) {
      const run = start()
      return finish(await commit(run))
    }

    if (running.has(key)) throw stillRunning(key)
    running.add(key)
    try {
      const keyed = { organizationId, key, fingerprint: fingerprintOf(body), time }
      return await commit((work) =>
        answerOnce(work.trx, keyed, () =>
          undoingErrors(work, { path: url.pathname, time }, async () => finish(await start()(work))),
        ),
      )
    } finally {
      running.delete(key)
    }
  }
}

/**
 * @throws HttpError 404 for an unknown path, 405 with `Allow` for another method, 400 for an id that is not
 * percent-encoded UTF-8 or contains a NUL character.
 */
const findOperation = (method: string, pathname: string): { name: ServedName; subscriberId: string } => {
  const { name, allow, subscriberId } = matchOperation<ServedName>(served, method, pathname)
  if (allow.length === 0) throw new HttpError(404, `${method} ${pathname} is not an operation of the interface.`)
  if (!name) {
    const allowed = allow.join(', ')
    throw new HttpError(405, `${pathname} allows ${allowed}, not ${method}.`, { headers: { allow: allowed } })
  }
  if (subscriberId === undefined)
    throw new HttpError(400, 'The subscriber id in the path is not percent-encoded UTF-8.')
  // PostgreSQL refuses a NUL character even in a comparison. No stored id contains one.
  if (subscriberId.includes('\0'))
    throw new HttpError(400, 'The subscriber id in the path must not contain a NUL character.')
  return { name, subscriberId }
}

/**
 * Rolls back an operation with an error of the client, and returns the error's response. It is stored and repeated like
 * others.
 */
const undoingErrors = async (
  { trx, report }: Work,
  info: { path: string; time: Date },
  run: () => Promise<Answer>,
): Promise<Answer> => {
  await sql`savepoint before_operation`.execute(trx)
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await sql`rollback to savepoint before_operation`.execute(trx)
    Object.assign(report, emptyReport())
    return answerError(error, info)
  }
}
