import { behaviorRules, behaviors } from '../contract/behavior.ts'
import { RequestError } from '../client/errors/RequestError.ts'
import type { Service, ServiceOptions } from './createService.ts'
import type { Database } from './database/connect.ts'
import { inTransaction } from './database/inTransaction.ts'
import { createHousekeeping } from './housekeeping.ts'
import { answerError, toResponse } from './http/answer.ts'
import { createAuthentication } from './http/authenticate.ts'
import { createHandler } from './http/createHandler.ts'
import { HttpError } from './http/HttpError.ts'
import { logToStderr } from './logToStderr.ts'
import { storeWorkspaceSubscribers } from './subscribers/storeWorkspaceSubscribers.ts'
import { createCatalog, templateProblems } from './workspace/catalog.ts'
import { parseWorkspace } from './workspace/parseWorkspace.ts'

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
