import { RequestError } from '../client/errors/RequestError.ts'
import { behaviorRules, behaviors, type Behavior } from '../contract/behavior.ts'
import type { Database } from './database/connect.ts'
import { inTransaction } from './database/inTransaction.ts'
import { createHousekeeping } from './housekeeping.ts'
import { answerError, toResponse } from './http/answer.ts'
import { createAuthentication } from './http/authenticate.ts'
import { createHandler } from './http/createHandler.ts'
import { HttpError } from './http/HttpError.ts'
import { logToStderr } from './logToStderr.ts'
import { storeWorkspaceSubscribers } from './subscribers/upsertSubscribers.ts'
import { createCatalog, templateProblems } from './workspace/catalog.ts'
import { parseWorkspace } from './workspace/parseWorkspace.ts'
import type { WorkspaceInput } from './workspace/workspaceSchema.ts'

/** See createService. */
export const startService = async ({
  database,
  workspace,
  apiKeys,
  behavior = 'interface',
  envelope = behavior === 'production' ? 'data' : 'none',
  maxBodyBytes = 2 * 1024 * 1024,
  now = () => new Date(),
  log = logToStderr,
}: ServiceOptions & { database: Database }): Promise<Service> => {
  // NaN is more than nothing, and nothing is more than it: it would be no limit at all.
  if (!(maxBodyBytes > 0))
    throw new RequestError('createService', [{ field: 'maxBodyBytes', message: 'must be a number of bytes above 0' }])
  // As a text, since a caller without types can pass anything.
  if (!behaviors.includes(behavior))
    throw new RequestError('createService', [{ field: 'behavior', message: 'must be "interface" or "production"' }])
  const rules = { ...behaviorRules[behavior], hasEnvelope: envelope === 'data' }
  const authenticate = createAuthentication(apiKeys)
  const catalog = createCatalog(parseWorkspace(workspace))
  // No reason not to start: the other workflows work, and an event of this one says what is wrong.
  for (const problem of templateProblems(catalog)) log(problem)
  await inTransaction(database.kysely, 'write', (trx) => storeWorkspaceSubscribers(trx, catalog, now()))

  const handle = createHandler({ database, catalog, authenticate, rules, maxBodyBytes, now, log })
  const housekeeping = createHousekeeping(database, now, log)
  const inFlight = new Set<Promise<Response>>()
  let closing: Promise<void> | undefined

  const fetch = async (request: Request): Promise<Response> => {
    if (closing) {
      const error = new HttpError(503, 'The service is stopping.', { headers: { 'retry-after': '1' } })
      return toResponse(answerError(error, { path: new URL(request.url).pathname, time: now() }))
    }
    const answer = handle(request)
    inFlight.add(answer)
    try {
      return await answer
    } finally {
      inFlight.delete(answer)
      housekeeping.run()
    }
  }

  const close = async () => {
    await Promise.all(inFlight)
    await housekeeping.done()
    await database.close()
  }

  return Object.assign((request: Request) => fetch(request), { fetch, close: () => (closing ??= close()) })
}

/** How to make a service. */
export interface ServiceOptions {
  /**
   * From openDatabase, or what openDatabase takes: `memory`, a folder, `postgres://…`. The service closes it when it
   * is closed.
   */
  database: Database | string
  /** Integrations, workflows and preferences: what parseWorkspace takes, or gives. */
  workspace: WorkspaceInput
  /** The keys that clients may use, one at least: `Authorization: ApiKey <key>` (part 5). Visible ASCII. */
  apiKeys: readonly string[]
  /**
   * `interface` answers as docs/interface.md shows. `production` answers as Novu's API does where it differs: wrapped
   * answers, totals clamped to the page, 400 for an unknown subscriber in the feed, "unread" marks seen, and others: see
   * docs/novu.md. Default `interface`.
   */
  behavior?: Behavior
  /**
   * `data` wraps every good answer but the feed's as `{"data": …}`; `none` does not. Default: `data` with the behavior
   * `production`, else `none`.
   */
  envelope?: 'none' | 'data'
  /** Largest body, in bytes: more is answered with 413. Default 2 MiB. */
  maxBodyBytes?: number
  /** The clock. Default: the system's. */
  now?: () => Date
  /**
   * Told each thing that whoever runs the service should know: one line, or several where an error's stack belongs to it.
   * Default: standard error.
   */
  log?: (line: string) => void
}

/** The whole service of the interface, as a function from request to answer. It never rejects. */
export interface Service {
  (request: Request): Promise<Response>
  /** The same function, for servers that want an object with `fetch`. */
  fetch: (request: Request) => Promise<Response>
  /** Finishes what is in flight, answers 503 to what comes after, and closes the database. */
  close(): Promise<void>
}
