import { inboxOperations } from '../contract/inboxOperations.ts'
import { idempotencyHeader, isWrite, maxIdempotencyKey } from '../contract/operation.ts'
import type { ReceivedRequest } from './receivedRequest.ts'
import { Refusal } from './Refusal.ts'

/** For how long an answer is given again, in milliseconds. */
const answerLifetime = 24 * 60 * 60 * 1000

/** The rules of the `idempotency-key` (part 4, Idempotency). */
export interface AnswerMemory {
  /**
   * Says that the work on a request with a key begins. Returns the end of it.
   * @throws Refusal 409 while another one with the same key is at work, 400 for a key that is too long.
   */
  begin(key: string | undefined): () => void
  /**
   * Runs a request, or gives the first answer of its key again, errors too.
   * @throws Refusal 422 where the key was used with another body.
   */
  answer(key: string | undefined, body: unknown, run: () => Response): Response
}

/** The key of a request that changes something; undefined where there is none. */
export const keyOf = ({ operation, idempotencyKey }: Pick<ReceivedRequest, 'operation' | 'idempotencyKey'>) =>
  isWrite(inboxOperations[operation]) && idempotencyKey !== null && idempotencyKey !== '' ? idempotencyKey : undefined

export const createAnswerMemory = (now: () => number): AnswerMemory => {
  const running = new Set<string>()
  const given = new Map<string, { fingerprint: string; response: Response; at: number }>()

  return {
    begin: (key) => {
      if (key === undefined) return () => {}
      if (key.length > maxIdempotencyKey)
        throw new Refusal(
          400,
          `The idempotency-key has ${key.length} characters; at most ${maxIdempotencyKey} are allowed.`,
        )
      if (running.has(key))
        throw new Refusal(409, 'A request with this idempotency-key is still running. Try again in a second.', {
          headers: { 'retry-after': '1', [idempotencyHeader]: key },
        })
      running.add(key)
      return () => void running.delete(key)
    },
    answer: (key, body, run) => {
      if (key === undefined) return run()
      const fingerprint = JSON.stringify(body)
      const known = given.get(key)
      const isKnown = known !== undefined && now() - known.at < answerLifetime
      if (isKnown && known.fingerprint !== fingerprint)
        throw new Refusal(422, 'This idempotency-key was used with another body. Use a new key for a new request.', {
          headers: { [idempotencyHeader]: key },
        })
      const response = isKnown ? known.response.clone() : run()
      if (isKnown) response.headers.set('idempotency-replay', 'true')
      else given.set(key, { fingerprint, response: response.clone(), at: now() })
      response.headers.set(idempotencyHeader, key)
      return response
    },
  }
}
