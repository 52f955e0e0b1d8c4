import type { BehaviorRules } from '../../contract/behavior.ts'
import { matchOperation } from '../../contract/matchOperation.ts'
import { isWrite, operations, type OperationName } from '../../contract/operations.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import { implementations } from '../operations/implementations.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { answerError, answerFailure, answerWith, toResponse, type Answer } from './answer.ts'
import { HttpError, UnknownSubscriberError } from './HttpError.ts'
import { answerOnce, fingerprintOf, readIdempotencyKey, stillRunning } from './idempotency.ts'
import { readJson } from './readInput.ts'

/** The dependencies of the handler. */
export interface HandlerOptions {
  database: Database
  catalog: Catalog
  authenticate: (request: Request) => void
  /** Differences between services to follow. */
  rules: BehaviorRules
  maxBodyBytes: number
  now: () => Date
  log: (line: string) => void
}

/** Creates the function that responds to requests, always with JSON. It never rejects. */
export const createHandler = (options: HandlerOptions): ((request: Request) => Promise<Response>) => {
  const { database, now, log } = options
  const answer = createAnswering(options)
  return async (request) => {
    const url = new URL(request.url)
    const time = now()
    try {
      if (url.pathname === '/healthz') return toResponse(await checkHealth(database))
      if (url.pathname === '/openapi.json' && request.method === 'GET') return toResponse(await describeApi())
      return toResponse(await answer(request, url, time))
    } catch (error) {
      const info = { path: url.pathname, time }
      return toResponse(error instanceof HttpError ? answerError(error, info) : answerFailure(error, info, log))
    }
  }
}

/** `GET /healthz`: whether the service can reach its database. It requires no key. */
const checkHealth = async ({ kysely }: Database): Promise<Answer> => {
  await sql`select 1`.execute(kysely)
  return answerWith(200, { status: 'ok' })
}

/** `GET /openapi.json`: the OpenAPI description of the operations. It contains no secret, so it requires no key. */
const describeApi = async (): Promise<Answer> => {
  const { default: description } = await import('../schemas/openapi.json', { with: { type: 'json' } })
  return answerWith(200, description)
}

const createAnswering = ({ database, catalog, authenticate, rules, maxBodyBytes, log }: HandlerOptions) => {
  const { kysely } = database
  const { organizationId } = catalog
  // The embedded database has one connection. A second request with the same key would wait for the transaction of the
  // first one, instead of receiving 409.
  const running = new Set<string>()

  return async (request: Request, url: URL, time: Date): Promise<Answer> => {
    const { name, subscriberId } = findOperation(request.method, url.pathname)
    authenticate(request)
    const operation = operations[name]
    const access = isWrite(operation) ? 'write' : 'read'
    const key = access === 'write' ? readIdempotencyKey(request) : undefined
    const body = 'body' in operation ? await readJson(request, maxBodyBytes) : undefined
    const start = () => {
      const run = implementations[name]({ subscriberId, query: url.searchParams, body })
      return (context: { trx: Trx }) =>
        run({ ...context, catalog, time, log, rules }).catch((error: unknown) => {
          if (error instanceof UnknownSubscriberError && rules.badRequestWhenUnknown.includes(name))
            throw new HttpError(400, error.message)
          throw error
        })
    }
    const finish = (result: unknown) =>
      answerWith(operation.status, rules.hasEnvelope && name !== 'getFeed' ? { data: result } : result)

    if (key === undefined) {
      const run = start()
      return finish(await inTransaction(kysely, access, (trx) => run({ trx })))
    }

    if (running.has(key)) throw stillRunning(key)
    running.add(key)
    try {
      const keyed = { organizationId, key, fingerprint: fingerprintOf(body), time }
      return await inTransaction(kysely, access, (trx) =>
        answerOnce(trx, keyed, () =>
          undoingErrors(trx, { path: url.pathname, time }, async () => finish(await start()({ trx }))),
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
  trx: Trx,
  info: { path: string; time: Date },
  run: () => Promise<Answer>,
): Promise<Answer> => {
  await sql`savepoint before_operation`.execute(trx)
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await sql`rollback to savepoint before_operation`.execute(trx)
    return answerError(error, info)
  }
}
