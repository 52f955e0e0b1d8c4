import { proxyOperations } from '../contract/extensions/proxyOperations.ts'
import { idempotencyHeader, isWrite, maxIdempotencyKey } from '../contract/operation.ts'
import { ErrorResponse } from './ErrorResponse.ts'
import type { ReceivedRequest } from './receivedRequest.ts'

/** How long a response is stored, in milliseconds. */
const responseLifetime = 24 * 60 * 60 * 1000

/** The rules of the header `idempotency-key`: see Idempotency in docs/interface.md. */
export interface ResponseMemory {
  /**
   * Marks a key as running, until the returned function is called.
   * @throws ErrorResponse 409 if another request with the key is running, 400 for a key that is too long.
   */
  begin(key: string | undefined): () => void
  /**
   * Runs a request, or repeats the first response of its key, error responses included.
   * @throws ErrorResponse 422 if the key was used with another body.
   */
  respond(key: string | undefined, body: unknown, run: () => Response): Response
}

/** The idempotency key of a write. undefined for reads and for requests without a key. */
export const keyOf = ({ operation, idempotencyKey }: Pick<ReceivedRequest, 'operation' | 'idempotencyKey'>) =>
  isWrite(proxyOperations[operation]) && idempotencyKey !== null && idempotencyKey !== '' ? idempotencyKey : undefined

/** @param now returns milliseconds since 1970. */
export const createResponseMemory = (now: () => number): ResponseMemory => {
  const running = new Set<string>()
  const stored = new Map<string, { fingerprint: string; response: Response; at: number }>()

  return {
    begin: (key) => {
      if (key === undefined) return () => {}
      if (key.length > maxIdempotencyKey)
        throw new ErrorResponse(
          400,
          `The idempotency-key has ${key.length} characters; at most ${maxIdempotencyKey} are allowed.`,
        )
      if (running.has(key))
        throw new ErrorResponse(409, 'A request with this idempotency-key is still running. Try again in a second.', {
          headers: { 'retry-after': '1', [idempotencyHeader]: key },
        })
      running.add(key)
      return () => void running.delete(key)
    },
    respond: (key, body, run) => {
      if (key === undefined) return run()
      const fingerprint = JSON.stringify(body)
      const known = stored.get(key)
      const isKnown = known !== undefined && now() - known.at < responseLifetime
      if (isKnown && known.fingerprint !== fingerprint)
        throw new ErrorResponse(
          422,
          'This idempotency-key was used with another body. Use a new key for a new request.',
          {
            headers: { [idempotencyHeader]: key },
          },
        )
      const response = isKnown ? known.response.clone() : run()
      if (isKnown) response.headers.set('idempotency-replay', 'true')
      else stored.set(key, { fingerprint, response: response.clone(), at: now() })
      response.headers.set(idempotencyHeader, key)
      return response
    },
  }
}
