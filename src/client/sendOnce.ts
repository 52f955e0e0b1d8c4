import type * as z from 'zod/mini'
import type { Operation } from '../contract/operation.ts'
import { NetworkError } from './errors/NetworkError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'
import { readAnswer, type Answer } from './readAnswer.ts'
import { withDeadline } from './withDeadline.ts'

/** One attempt at a call. */
export interface Attempt<Called extends Operation> {
  task: TidingsTask
  operation: Called
  /** The client's address, for messages: the whole one may hold what is private. */
  baseUrl: string
  url: string
  init: RequestInit
  /** Which attempt it is, from 1. */
  attempts: number
  timeout: number
  signal: AbortSignal | undefined
  fetch: typeof globalThis.fetch
  now: () => number
}

/**
 * Sends a request once and reads its answer.
 * @throws NetworkError, TimeoutError, HttpError or ContractError; the signal's own reason where that ended it.
 */
export const sendOnce = async <Called extends Operation>(
  attempt: Attempt<Called>,
): Promise<z.output<Called['answer']>> => {
  const { task, operation, baseUrl, attempts, timeout, signal, now } = attempt
  const outcome = await withDeadline((stop) => fetchText(attempt, stop), timeout, signal)
  signal?.throwIfAborted()
  switch (outcome.kind) {
    case 'done':
      return readAnswer(outcome.value, { task, operation, baseUrl, attempts, now: now() })
    case 'failed':
      throw new NetworkError(task, { baseUrl, attempts, cause: outcome.cause })
    case 'timed-out':
      throw new TimeoutError(task, { baseUrl, attempts, timeout })
  }
}

/** The body is part of the attempt: a connection can be lost, or stall, after the status has arrived. */
const fetchText = async ({ fetch, url, init }: Attempt<Operation>, signal: AbortSignal): Promise<Answer> => {
  const response = await fetch(url, { ...init, signal })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
