import type { Database } from '../database/connect.ts'
import { type Answer, answerWith } from './answer.ts'

/** How long the database may take to respond, in milliseconds. */
const deadline = 2000

/**
 * Responds to `GET /healthz` and `GET /readyz`, which require no key. All requests of one moment share one query, so
 * that they take one connection of the pool at most.
 */
export const createHealth = (database: Database) => {
  let running: Promise<Answer> | undefined

  const check = async (): Promise<Answer> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, deadline, false)))
    const checked = database.check(deadline).then(
      () => true,
      () => false,
    )
    const isReady = await Promise.race([checked, late])
    clearTimeout(timer)
    return isReady
      ? answerWith(200, { status: 'ok' })
      : answerWith(503, { status: 'unavailable', message: 'The database does not respond, or lacks a migration.' })
  }

  const readyz = (): Promise<Answer> => (running ??= check().finally(() => (running = undefined)))

  return {
    /** Whether the database responds and has the tables of this version. */
    readyz,
    /**
     * Whether the process works. A server that is down is no reason to restart this process; an embedded database that
     * hangs is.
     */
    healthz: (): Promise<Answer> =>
      database.kind === 'embedded' ? readyz() : Promise.resolve(answerWith(200, { status: 'ok' })),
  }
}
