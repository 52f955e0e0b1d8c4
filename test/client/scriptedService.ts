import { stillEnvironment } from './stillEnvironment.ts'

/** What a scripted service does with the next request: answers, or loses the connection. */
export type Step = Response | Error

/** A request as it was sent. */
interface SentRequest {
  method: string
  url: string
  headers: Headers
  body: unknown
  key: string | null
}

/** An answer in JSON. */
export const json = (body: unknown, status = 200): Response => Response.json(body, { status })

/** What fetch rejects with when the connection is lost, in Node. */
export const lost = () => new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })

/**
 * A service that does what the script says, for the four operations that `createTestService` has not: those of a server.
 */
export const scriptedService = (...script: Step[]) => {
  const requests: SentRequest[] = []

  const fetch = (async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({
      method: init.method ?? 'GET',
      url: String(input),
      headers,
      body,
      key: headers.get('idempotency-key'),
    })
    const step = script.shift()
    if (step === undefined) throw new Error('The script has no more answers.')
    if (step instanceof Error) throw step
    return step
  }) satisfies typeof globalThis.fetch

  const { environment } = stillEnvironment()
  return { requests, options: { baseUrl: 'https://api.example.com', fetch, environment } }
}
