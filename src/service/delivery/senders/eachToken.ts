import type { SendReceipt } from '../sender.ts'
import { SendError } from '../SendError.ts'

/** What a provider said of one device. */
export type TokenResult =
  | { kind: 'sent'; id?: string | undefined }
  | { kind: 'dead' }
  | { kind: 'failed'; error: SendError }

/**
 * Joins what a provider said of the devices of a recipient. The message is sent if one of them has it: sending it again
 * would repeat it there.
 * @throws SendError if none has.
 */
export const joinTokens = (results: ReadonlyMap<string, TokenResult>): SendReceipt => {
  const deadTokens = [...results].flatMap(([token, { kind }]) => (kind === 'dead' ? [token] : []))
  const all = [...results.values()]
  const first = all.find((result) => result.kind === 'sent')
  if (first) return { id: first.id, deadTokens }
  const failed = all.flatMap((result) => (result.kind === 'failed' ? [result.error] : []))
  const error = failed.find(({ kind }) => kind === 'temporary') ?? failed[0]
  if (!error)
    throw new SendError('permanent', 'None of the subscriber’s devices is registered any more.', { deadTokens })
  throw new SendError(error.kind, error.message, { retryAfter: error.retryAfter, deadTokens })
}
