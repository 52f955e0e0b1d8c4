import { createHash } from 'node:crypto'
import { idempotencyHeader, maxIdempotencyKey } from '../../contract/operation.ts'
import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import type { Answer } from './answer.ts'
import { HttpError } from './HttpError.ts'

/** For how long an answer is given again, in milliseconds. */
export const answerLifetime = 24 * 60 * 60 * 1000

/**
 * Reads the `idempotency-key` of a request; undefined where there is none.
 * @throws HttpError 400 for a key of more than 255 characters.
 */
export const readIdempotencyKey = (request: Request): string | undefined => {
  const key = request.headers.get(idempotencyHeader) ?? ''
  if (key.length > maxIdempotencyKey)
    throw new HttpError(
      400,
      `The idempotency-key has ${key.length} characters; at most ${maxIdempotencyKey} are allowed.`,
    )
  return key === '' ? undefined : key
}

/** Hash of a body: the same for the same JSON, whatever its white space. */
export const fingerprintOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** A request with a key. Keys belong to the organization, not to a path (part 4, Idempotency). */
export interface KeyedRequest {
  organizationId: string
  key: string
  fingerprint: string
  time: Date
}

/** Says that the first request with a key is still running. */
export const stillRunning = (key: string): HttpError =>
  new HttpError(409, 'A request with this idempotency-key is still running. Try again in a second.', {
    headers: { 'retry-after': '1', [idempotencyHeader]: key },
  })

/**
 * Answers a request with a key: the first one runs, a repeated one gets the first one's answer.
 *
 * The answer is stored by the very transaction that does the work. So either both are there or neither is: a
 * process that dies in between leaves nothing half done, and no key that would be blocked.
 * @throws HttpError 409 while the first one runs, 422 where the key was used with another body.
 */
export const answerOnce = async (trx: Trx, request: KeyedRequest, run: () => Promise<Answer>): Promise<Answer> => {
  const { organizationId, key, fingerprint, time } = request
  // Held until the transaction ends; a process of its own may hold it, on a shared server.
  const name = JSON.stringify([organizationId, key])
  const lock = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(trx)
  if (!lock.rows[0]?.taken) throw stillRunning(key)

  const stored = await trx
    .selectFrom('tidings.answers')
    .select(['fingerprint', 'status', 'body'])
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('created_at', '>', new Date(time.getTime() - answerLifetime))
    .executeTakeFirst()
  if (stored && stored.fingerprint !== fingerprint)
    throw new HttpError(422, 'This idempotency-key was used with another body. Use a new key for a new request.', {
      headers: { [idempotencyHeader]: key },
    })
  if (stored) {
    const { status, body } = stored
    return { status, body, headers: { [idempotencyHeader]: key, 'idempotency-replay': 'true' } }
  }

  const answer = await run()
  await trx
    .insertInto('tidings.answers')
    .values({
      organization_id: organizationId,
      key,
      fingerprint,
      status: answer.status,
      body: answer.body,
      created_at: time,
    })
    .onConflict((conflict) =>
      // One that is older than a day.
      conflict.columns(['organization_id', 'key']).doUpdateSet((row) => ({
        fingerprint: row.ref('excluded.fingerprint'),
        status: row.ref('excluded.status'),
        body: row.ref('excluded.body'),
        created_at: row.ref('excluded.created_at'),
      })),
    )
    .execute()
  return { ...answer, headers: { ...answer.headers, [idempotencyHeader]: key } }
}
