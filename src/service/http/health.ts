import type { Database } from '../database/connect.ts'
import { type JsonResponse, jsonResponse } from './jsonResponse.ts'

/** How long the database may take to respond, in milliseconds. */
const deadline = 2000

/**
 * Responds to `GET /healthz` and `GET /readyz`, which require no key. All requests of one moment share one query, so
 * that they take one connection of the pool at most.
 */
export const createHealth = (database: Database) => {
  let running: Promise<JsonResponse> | undefined

  const check = async (): Promise<JsonResponse> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, deadline, false)))
    const checked = database.check(deadline).then(
      () => true,
      () => false,
    )
    const isReady = await Promise.race([checked, late])
    clearTimeout(timer)
    return isReady
      ? jsonResponse(200, { status: 'ok' })
      : jsonResponse(503, { status: 'unavailable', message: 'The database does not respond, or lacks a migration.' })
  }

  const readyz = (): Promise<JsonResponse> => (running ??= check().finally(() => (running = undefined)))

  return {
    /** Whether the database responds and has the tables of this version. */
    readyz,
    /**
     * Whether the process works. A server that is down is no reason to restart this process; an embedded database that
     * hangs is.
     */
    healthz: (): Promise<JsonResponse> =>
      database.kind === 'embedded' ? readyz() : Promise.resolve(jsonResponse(200, { status: 'ok' })),
  }
}
