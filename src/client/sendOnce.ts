import type * as z from 'zod/mini'
import type { Operation } from '../contract/operation.ts'
import { NetworkError } from './errors/NetworkError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { readAnswer, type Answer } from './readAnswer.ts'
import { withDeadline } from './withDeadline.ts'

/** One attempt at a call. */
export interface Attempt<Called extends Operation> {
  task: TidingsTask
  operation: Called
  /** The client's address, for messages: the whole one may hold what is private. */
  baseUrl: string
  url: string
  /** Makes the request. It may ask the host for its headers. */
  prepare: () => Promise<RequestInit>
  /** Which attempt it is, from 1. */
  attempts: number
  timeout: number
  signal: AbortSignal | undefined
  fetch: typeof globalThis.fetch
  now: () => number
}

const hostsFunctions = 'the function in `headers` or `subscriberHash`'

/**
 * Sends a request once and reads its answer.
 * @throws NetworkError, TimeoutError, HttpError or ContractError; what `prepare` throws; the signal's own reason where
 * that ended it.
 */
export const sendOnce = async <Called extends Operation>(
  attempt: Attempt<Called>,
): Promise<z.output<Called['answer']>> => {
  const { task, operation, baseUrl, prepare, attempts, timeout, signal, now } = attempt
  const sent: { init?: RequestInit } = {}
  const work = async (stop: AbortSignal) => {
    const init = await prepare()
    // It may have come too late: then nothing is sent any more.
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
      throw new TimeoutError(task, { from: sent.init ? baseUrl : hostsFunctions, attempts, timeout })
  }
}

/** The body is part of the attempt: a connection can be lost, or stall, after the status has arrived. */
const fetchText = async ({ fetch, url }: Attempt<Operation>, init: RequestInit): Promise<Answer> => {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
