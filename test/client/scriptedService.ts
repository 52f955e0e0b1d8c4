import type { ClientEnvironment } from '../../src/client/index.ts'

/** What a scripted service does with the next request: answers, loses the connection, or never answers. */
export type Step = Response | Error | 'silence'

/** A request as it was sent. */
interface SentRequest {
  method: string
  url: string
  headers: Headers
  body: unknown
  keepalive: boolean
  key: string | null
}

/** An answer in JSON. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** What a gateway sends. */
export const html = (status: number, headers: Record<string, string> = {}): Response =>
  new Response('<!doctype html><h1>Oops</h1>', {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  })

/** What fetch rejects with when the connection is lost, in Node. */
export const lost = () =>
  new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })

/**
 * A service that does what the script says, and an environment in which no time passes: pauses are noted and over
 * at once, chance is always a half, keys are counted.
 */
export const scriptedService = (...script: Step[]) => {
  const requests: SentRequest[] = []
  const pauses: number[] = []
  let keys = 0

  const fetch = (async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({
      method: init.method ?? 'GET',
      url: String(input),
      headers,
      body,
      keepalive: init.keepalive ?? false,
      key: headers.get('idempotency-key'),
    })
    const step = script.shift()
    if (step === undefined) throw new Error('The script has no more answers.')
    if (step instanceof Error) throw step
    if (step !== 'silence') return step
    return new Promise<Response>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  }) satisfies typeof globalThis.fetch

  const environment: ClientEnvironment = {
    sleep: async (ms) => {
      pauses.push(ms)
    },
    now: () => Date.UTC(2026, 0, 5, 9),
    random: () => 0.5,
    newKey: () => `key-${++keys}`,
  }

  return { requests, pauses, options: { baseUrl: 'https://api.example.com', fetch, environment } }
}

/** The error that a promise rejects with. */
export const errorOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It was to reject.')
}
