import { createHash } from 'node:crypto'
import { idempotencyHeader, maxIdempotencyKey } from '../../contract/operation.ts'
import type { ClockWatch } from '../clockWatch.ts'
import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import type { JsonResponse } from './jsonResponse.ts'
import { Refusal } from './Refusal.ts'

/** How long a response is stored, in milliseconds. */
export const responseLifetime = 24 * 60 * 60 * 1000

/**
 * Reads the `idempotency-key` header of a request. undefined if it has none.
 * @throws Refusal 400 for a key of more than 255 characters.
 */
export const readIdempotencyKey = (request: Request): string | undefined => {
  const key = request.headers.get(idempotencyHeader) ?? ''
  if (key.length > maxIdempotencyKey)
    throw new Refusal(
      400,
      `The idempotency-key has ${key.length} characters; at most ${maxIdempotencyKey} are allowed.`,
    )
  return key === '' ? undefined : key
}

/** Hash of a JSON body. It ignores white space. */
export const fingerprintOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** A request with an idempotency key. Keys belong to the organization, not to a path. */
export interface KeyedRequest {
  organizationId: string
  key: string
  /** Hash of the body: see fingerprintOf. */
  fingerprint: string
  /** When it arrived. undefined: the database's time counts, which is the same for all processes. */
  time: Date | undefined
  /** Whether the clock can be trusted, so that responses may expire. */
  mayExpire: ClockWatch
}

/** The error for a key whose first request is still running. */
export const stillRunning = (key: string): Refusal =>
  new Refusal(409, 'A request with this idempotency-key is still running. Try again in a second.', {
    headers: { 'retry-after': '1', [idempotencyHeader]: key },
  })

/**
 * Responds to a request with an idempotency key: runs the first request, and repeats its response to later ones.
 *
 * The transaction that does the work also stores the response, so that both exist or neither does. A process that dies
 * in between leaves no partial work and no blocked key.
 * @throws Refusal 409 while the first request is running, 422 if the key was used with another body.
 */
export const respondOnce = async (
  trx: Trx,
  request: KeyedRequest,
  run: () => Promise<JsonResponse>,
): Promise<JsonResponse> => {
  const { organizationId, key, fingerprint, mayExpire } = request
  // The lock ends with the transaction. On a shared server, another process may have it.
  const name = JSON.stringify([organizationId, key])
  const { rows } = await sql<{ taken: boolean; now: Date }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken, now()`.execute(trx)
  const [lock] = rows
  if (!lock?.taken) throw stillRunning(key)
  const time = request.time ?? lock.now
  const oldest = mayExpire(time) ? time.getTime() - responseLifetime : 0

  const stored = await trx
    .selectFrom('tidings.stored_responses')
    .select(['fingerprint', 'status', 'body'])
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('created_at', '>', new Date(oldest))
    .executeTakeFirst()
  if (stored && stored.fingerprint !== fingerprint)
    throw new Refusal(422, 'This idempotency-key was used with another body. Use a new key for a new request.', {
      headers: { [idempotencyHeader]: key },
    })
  if (stored) {
    const { status, body } = stored
    return { status, body, headers: { [idempotencyHeader]: key, 'idempotency-replay': 'true' } }
  }

  const response = await run()
  await trx
    .insertInto('tidings.stored_responses')
    .values({
      organization_id: organizationId,
      key,
      fingerprint,
      status: response.status,
      body: response.body,
      created_at: time,
    })
    .onConflict((conflict) =>
      // The existing row has expired.
      conflict.columns(['organization_id', 'key']).doUpdateSet((row) => ({
        fingerprint: row.ref('excluded.fingerprint'),
        status: row.ref('excluded.status'),
        body: row.ref('excluded.body'),
        created_at: row.ref('excluded.created_at'),
      })),
    )
    .execute()
  return { ...response, headers: { ...response.headers, [idempotencyHeader]: key } }
}
