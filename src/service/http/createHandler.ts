import type { BehaviorRules } from '../../contract/behavior.ts'
import { streamIdHeader } from '../../contract/live/liveStream.ts'
import { serviceLivePath } from '../../contract/live/serviceStream.ts'
import { matchOperation } from '../../contract/matchOperation.ts'
import { isWrite, operations, type OperationName } from '../../contract/operations.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import type { Live } from '../live/startLive.ts'
import { type Log, logOfRequest } from '../log.ts'
import { implementations } from '../operations/implementations.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { answerError, answerFailure, answerWith, toResponse, type Answer } from './answer.ts'
import { createHealth } from './health.ts'
import { HttpError, UnknownSubscriberError } from './HttpError.ts'
import { answerOnce, fingerprintOf, readIdempotencyKey, stillRunning } from './idempotency.ts'
import { readJson } from './readInput.ts'
import { requestIdOf, withRequestId } from './requestId.ts'

/** The dependencies of the handler. */
export interface HandlerOptions {
  database: Database
  catalog: Catalog
  authenticate: (request: Request) => void
  /** Differences between services to follow. */
  rules: BehaviorRules
  maxBodyBytes: number
  /** Live delivery. undefined if it is disabled. */
  live: Live | undefined
  now: () => Date
  log: Log
}

/** Creates the function that responds to requests: with JSON, except `GET /v1/live`. It never rejects. */
export const createHandler = (options: HandlerOptions): ((request: Request) => Promise<Response>) => {
  const { database, authenticate, live, now, log } = options
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
      return toResponse(await answer(request, { url, time, log: requestLog }))
    } catch (error) {
      const info = { path: url.pathname, time, requestId }
      return toResponse(error instanceof HttpError ? answerError(error, info) : answerFailure(error, info, requestLog))
    }
  }

  return async (request) => {
    const requestId = requestIdOf(request)
    return withRequestId(await respond(request, requestId), requestId)
  }
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
  if (request.method !== 'GET')
    throw new HttpError(405, `${serviceLivePath} allows GET, not ${request.method}.`, { headers: { allow: 'GET' } })
  authenticate(request)
  return live.open(request)
}

/** The header of a mark's browser. An event has none: its sender has no stream. */
const streamIdOf = (request: Request, name: OperationName) =>
  name === 'markAs' || name === 'markAll' ? (request.headers.get(streamIdHeader) ?? undefined) : undefined

const createAnswering = ({ database, catalog, authenticate, rules, maxBodyBytes, live }: HandlerOptions) => {
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
    const operation = operations[name]
    const access = isWrite(operation) ? 'write' : 'read'
    const key = access === 'write' ? readIdempotencyKey(request) : undefined
    const body = 'body' in operation ? await readJson(request, maxBodyBytes) : undefined
    const start = () => {
      const run = implementations[name]({ subscriberId, query: url.searchParams, body })
      return (context: { trx: Trx; changed: Set<string> }) =>
        run({ ...context, catalog, time, log, rules }).catch((error: unknown) => {
          if (error instanceof UnknownSubscriberError && rules.badRequestWhenUnknown.includes(name))
            throw new HttpError(400, error.message)
          throw error
        })
    }
    const finish = (result: unknown) =>
      answerWith(operation.status, rules.hasEnvelope && name !== 'getFeed' ? { data: result } : result)

    /** Runs a transaction. After its commit, hints the subscribers whose messages it has changed. */
    const commit = async <Result>(work: (trx: Trx, changed: Set<string>) => Promise<Result>): Promise<Result> => {
      let changed = new Set<string>()
      const result = await inTransaction(kysely, access, (trx) => {
        // The work may run again after a deadlock.
        changed = new Set()
        return work(trx, changed)
      })
      live?.publish({ subscriberIds: [...changed], streamId: streamIdOf(request, name) })
      return result
    }

    if (key === undefined) {
      const run = start()
      return finish(await commit((trx, changed) => run({ trx, changed })))
    }

    if (running.has(key)) throw stillRunning(key)
    running.add(key)
    try {
      const keyed = { organizationId, key, fingerprint: fingerprintOf(body), time }
      return await commit((trx, changed) =>
        answerOnce(trx, keyed, () =>
          undoingErrors({ trx, changed }, { path: url.pathname, time }, async () =>
            finish(await start()({ trx, changed })),
          ),
        ),
      )
    } finally {
      running.delete(key)
    }
  }
}

/**
 * Finds the operation that a request is for.
 * @throws HttpError 404 for an unknown path, 405 with `Allow` for another method, 400 for an id that is not
 * percent-encoded UTF-8 or contains a NUL character.
 */
const findOperation = (method: string, pathname: string): { name: OperationName; subscriberId: string } => {
  const { name, allow, subscriberId } = matchOperation(operations, method, pathname)
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
  { trx, changed }: { trx: Trx; changed: Set<string> },
  info: { path: string; time: Date },
  run: () => Promise<Answer>,
): Promise<Answer> => {
  await sql`savepoint before_operation`.execute(trx)
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await sql`rollback to savepoint before_operation`.execute(trx)
    changed.clear()
    return answerError(error, info)
  }
}
