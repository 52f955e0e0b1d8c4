import type * as z from 'zod/mini'
import type { Operation } from '../contract/operation.ts'
import { NetworkError } from './errors/NetworkError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { readAnswer, type Answer } from './readAnswer.ts'
import { withDeadline } from './withDeadline.ts'

/** An attempt of a call. */
export interface Attempt<Called extends Operation> {
  task: TidingsTask
  operation: Called
  /** The client's `baseUrl`, for messages. The whole URL may contain private data. */
  baseUrl: string
  url: string
  /** Creates the request. It may call the host app's functions for headers. */
  prepare: () => Promise<RequestInit>
  /** Number of this attempt, from 1. */
  attempts: number
  timeout: number
  signal: AbortSignal | undefined
  fetch: typeof globalThis.fetch
  now: () => number
}

const hostFunctions = 'the function in `headers` or `subscriberHash`'

/**
 * Sends a request once, and reads the response.
 * @throws NetworkError, TimeoutError, HttpError, ContractError, any error of `prepare`, or the reason of an aborted signal.
 */
export const sendOnce = async <Called extends Operation>(
  attempt: Attempt<Called>,
): Promise<z.output<Called['answer']>> => {
  const { task, operation, baseUrl, prepare, attempts, timeout, signal, now } = attempt
  const sent: { init?: RequestInit } = {}
  const work = async (stop: AbortSignal) => {
    const init = await prepare()
    // After the timeout, nothing is sent.
    stop.throwIfAborted()
    return fetchText(attempt, (sent.init = { ...init, signal: stop }))
  }
  const outcome = await withDeadline(work, timeout, signal)
  signal?.throwIfAborted()
  switch (outcome.kind) {
    case 'done':
      return readAnswer(outcome.value, { task, operation, baseUrl, attempts, now: now() })
    case 'failed':
      if (!sent.init) throw outcome.cause
      throw new NetworkError(task, { baseUrl, attempts, cause: outcome.cause })
    case 'timed-out':
      throw new TimeoutError(task, { from: sent.init ? baseUrl : hostFunctions, attempts, timeout })
  }
}

/** The body is part of the attempt: a connection can break or stall after the status has arrived. */
const fetchText = async ({ fetch, url }: Attempt<Operation>, init: RequestInit): Promise<Answer> => {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
